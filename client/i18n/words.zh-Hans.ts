import type * as english from './words.ts'

export const languageWords: typeof english.languageWords = {
  legend: '语言',
  system: '跟随系统',
  failed: '未能加载这种语言的文字。未作任何更改：请在连接恢复后重试。',
}

export const joints: typeof english.joints = {
  ended: (sentence) => `${sentence}。`,
  sentences: (first, then) => `${first}。${then}`,
  pair: (name, value) => `${name}：${value}`,
  aside: (text, note) => `${text}（${note}）`,
  list: (parts) => parts.join('、'),
}
