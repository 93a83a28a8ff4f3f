import type * as english from './words.ts'

export const sessionWords: typeof english.sessionWords = {
  title: '智能体的会话',
  text: '由智能体自己保存的会话。尚未出现在任何对话中的，可以接续到新的对话里。',
  none: '智能体在此工作区没有会话。',
  notListed: '此智能体无法列出会话。',
  untitled: '无标题',
  open: '打开对应的对话',
  takeUp: '接续',
  takingUp: '正在接续',
  more: '显示更早的会话',
  moreComing: '正在读取更早的会话',
  noAnswer: '中继没有响应。无法确认是否有更改：请重试。',
}
