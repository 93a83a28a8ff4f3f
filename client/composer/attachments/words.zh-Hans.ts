import { formatNumber } from '../../i18n/formats.ts'
import type * as english from './words.ts'

export const attachmentWords: typeof english.attachmentWords = {
  attach: '添加附件',
  photo: '拍照',
  choose: '选择文件',
  how: '也可以把文件粘贴或拖放到消息里。',
  attached: '附件',
  remove: (name) => `移除 ${name}`,
  alone: '请看附件。',
  unnamed: '文件',
  tooMany: (most) => `一条消息最多带 ${formatNumber(most)} 个文件。其余的没有加入。`,
  tooLarge: (name, most) => `${name} 没有加入：文件最大 ${formatNumber(most)} MiB，且不能为空。`,
  notKept: '此设备无法保存内容：请在关闭应用前发送消息。',
  files: (count) => `${formatNumber(count)} 个文件`,
  filesHere: '其文件仍在此设备上等待',
  sending: '正在发送文件',
}
