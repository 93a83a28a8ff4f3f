import { formatNumber } from '../i18n/formats.ts'
import type * as english from './words.ts'

export const reviewWords: typeof english.reviewWords = {
  comment: '评论',
  commentOn: (line) => `评论第 ${formatNumber(line)} 行`,
  hint: '方向键在行间移动，按住 Shift 可选取多行，回车键撰写评论。',
  yours: '你的评论',
  add: '添加评论',
  count: (count) => `对改动的 ${formatNumber(count)} 条评论`,
  kept: '保存在此设备上，直到你发送或删除。',
  intoMessage: '放入消息',
  deleteAll: '全部删除',
  deleteOne: '删除',
  toThread: '从对话中发送',
}
