import type * as english from './update-words.ts'

export const updateWords: typeof english.updateWords = {
  ready: '新版本已就绪',
  held: '新版本已就绪。处理完本屏上的审批后即可重新加载',
  reload: '重新加载',
  later: '稍后',
}
