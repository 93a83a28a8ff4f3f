import type * as english from './words.ts'

export const settingWords: typeof english.settingWords = {
  title: '模式与模型',
  mode: '模式',
  on: '开',
  off: '关',
  asksLess: '减少询问：需要审批',
  asksLessNote: '会减少询问的选项不会立即生效：对话中会出现一项审批，需长按来允许。',
  none: '智能体在这里没有可选项。',
  notYet: '智能体尚未在这里开始。发送第一条消息后，会显示它提供的选项。',
  away: '无法连接此 orb：所选内容会在它恢复后生效。',
  offline: '未连接。显示的内容可能已过时，现在无法选择。',
  sending: '正在发送',
  recorded: '正在送往 orb',
  waits: '等待在对话中审批',
  decided: '已在对话中决定：上方显示的是当前的选择。',
  applied: '完成',
  refused: 'orb 拒绝了此操作。未作任何更改。',
  undeliverable: '无法送达。未作任何更改。',
  unknown: '无法确定智能体是否收到。请看当前的选择。',
  noAnswer: '中继没有响应。请再选一次：只算一次。',
}
