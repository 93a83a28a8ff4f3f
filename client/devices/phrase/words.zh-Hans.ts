import type * as english from './words.ts'

export const phraseWords: typeof english.phraseWords = {
  title: '抄下你的恢复短语',
  text: '当所有者的设备全部丢失时，这 12 个单词是唯一的找回途径。它们只在此时此地显示一次。谁拿到它们，谁就能接管此中继：请写在纸上保存，不要发到聊天里。',
  label: '恢复短语',
  copy: '复制',
  copied: '已复制',
  notCopied: '此浏览器未能复制。请把单词抄下来。',
  print: '打印',
  done: '我已抄好',
  before: '旧的恢复短语已失效。',
}
