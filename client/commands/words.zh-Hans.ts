import type * as english from './words.ts'

export const commandWords: typeof english.commandWords = {
  'stale-fence': '此 orb 已由别人接管。未作任何更改：请重新加载页面，查看是谁。',
  forbidden: '此设备不能这样做。未作任何更改。',
  stopNoAnswer: '中继没有响应。运行可能仍在继续：请再按一次停止，只算一次。',
}
