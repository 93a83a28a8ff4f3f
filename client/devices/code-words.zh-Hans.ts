import type * as english from './code-words.ts'

export const codeWords: typeof english.codeWords = {
  label: '配对码',
  short: '配对码由 8 个字母和数字组成。',
  notThese: '配对码中没有 0、1、I 和 O。请再看一遍：可能是别的字符。',
}
