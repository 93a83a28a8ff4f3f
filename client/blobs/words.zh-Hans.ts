import type * as english from './words.ts'

export const blobWords: typeof english.blobWords = {
  noAnswer: '中继没有响应。请重试。',
  notThere: '中继没有这部分内容：orb 可能仍在发送。',
  refused: '中继没有给出这部分内容。请重试。',
  broken: '连接在这部分内容传完之前中断。请重试。',
  other: '中继给出的不是这部分内容。请勿信任它。',
  cut: '…… 到此截断：其余内容未显示',
}
