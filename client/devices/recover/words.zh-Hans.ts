import type * as english from './words.ts'

export const recoverWords: typeof english.recoverWords = {
  title: '用恢复短语找回',
  text: '此操作会让这台设备成为唯一的设备。其他所有设备和命令行都会退出登录，谁也无法再使用。人员的名字和权限会保留，之后可以重新让他们加入。',
  phrase: '恢复短语',
  phraseHint: '12 个单词，以空格分隔。',
  yourName: '你的名字',
  deviceName: '此设备的名称',
  nameMissing: '请填写名称。',
  confirm: '让其他设备全部退出并找回',
  working: '正在核对短语',
  'not-a-phrase': '这不是一份有效的 12 词短语：有单词拼错、缺少或多余。没有发送任何内容。',
  'wrong-phrase': '这份短语在此中继上无效。它可能属于另一个中继，或已是旧的：每次找回都会生成新短语。没有任何改变。',
  unpaired: '此中继还没有所有者，因此无从找回。',
  unreachable: '中继没有响应。请重试：只算一次。',
  'no-storage': '此浏览器不保存密钥，通常是因为使用了无痕窗口。没有发送任何内容。请在普通窗口中打开此页面。',
  refused: (why) => `中继没有接受。${why}没有任何改变。`,
  back: '返回',
}
