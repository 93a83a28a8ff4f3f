import { formatNumber } from '../i18n/formats.ts'
import type * as english from './words.ts'

export const inboxWords: typeof english.inboxWords = {
  title: '收件箱',
  waits: '等你处理',
  waitsForOthers: '等待回答',
  emptyText: '智能体行动前请求许可时，会出现在这里，等待最久的排在最前。',
  failed: '无法加载收件箱',
  failedText: '中继没有响应。没有作出任何决定；连上中继后会立即显示。',
  again: '重试',
  stale: '中继恢复前无法允许；拒绝会先保存，恢复后自动发送。',
  decided: '最近的决定',
  thread: '未命名的对话',
  orbGone: '已不存在的 orb',
  alike: '来自同一对话的同类请求。每一项都会单独作出决定。',
  see: '查看完整请求',
  allowReads: (count) => `允许 ${formatNumber(count)} 次读取`,
  allowWrites: (count) => `允许 ${formatNumber(count)} 次写入`,
  denyMany: (count) => `拒绝 ${formatNumber(count)} 项`,
  sentOf: (done, count) => `已发送 ${formatNumber(done)} / ${formatNumber(count)}`,
}
