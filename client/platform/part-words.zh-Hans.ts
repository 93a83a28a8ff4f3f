import type * as english from './part-words.ts'

export const partWords: typeof english.partWords = {
  missing: '未能加载此页面',
  missingText: '没有丢失任何内容。可能是网络中断，或中继已有新版本：若是后者，请重新加载。',
  again: '重试',
}
