import type * as english from './page-words.ts'

export const pageWords: typeof english.pageWords = {
  gone: '这里没有这项审批',
  goneText: '它属于另一个中继，或者它的 orb 已被移除。未作任何决定。',
  noAnswer: '中继没有响应',
  noAnswerText: '未作任何决定。连上中继后会显示这项审批。',
  again: '重试',
  toThread: '前往对话',
}
