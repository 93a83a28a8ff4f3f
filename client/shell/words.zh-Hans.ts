import { formatNumber } from '../i18n/formats.ts'
import type * as english from './words.ts'

export const shellWords: typeof english.shellWords = {
  skip: '跳到主要内容',
  fleet: '总览',
  inbox: '收件箱',
  settings: '设置',
  side: '详情',
  back: '返回',
  navigation: '主导航',
  notFound: '这里什么也没有',
  notFoundText: '地址可能已过时，或 orb 已被移除。总览中列出了所有内容。',
  toFleet: '前往总览',
  toInbox: '前往收件箱',
  waiting: (count) => `${formatNumber(count)} 项等待`,
}
