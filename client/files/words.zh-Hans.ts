import type * as english from './words.ts'

export const fileWords: typeof english.fileWords = {
  picture: '图片',
  file: '文件',
  sent: '这条消息的文件',
  pictureOf: (name, size) => `图片 ${name}，${size}`,
  loading: '正在获取',
  notHere: '此设备上没有它，且无法连上中继。',
  gone: '中继没有它。',
  refused: '中继没有给出它。请重试。',
  other: '中继给出的不是这个文件。没有显示任何内容。',
  unreadable: '此浏览器无法显示它。请下载后查看。',
  retry: '重试',
  download: '下载',
}
