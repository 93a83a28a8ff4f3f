import type * as english from './words.ts'

export const paletteWords: typeof english.paletteWords = {
  title: '前往',
  find: 'orb、对话、问题、设置',
  found: '找到的内容',
  none: '没有符合的内容。',
  noAnswer: '中继没有响应，无法确定它是否已收到。请查看对话后重试。',
  kinds: { orb: 'orb', thread: '对话', approval: '等待', settings: '设置', action: '操作' },
  waitsIn: (orb) => `在 ${orb} 中等待`,
  inbox: '收件箱',
  newThread: '新对话',
  stopRun: '停止运行',
  keys: '按键',
  does: {
    palette: '前往任何地方',
    send: '发送消息',
    close: '关闭',
    fleet: '总览',
    inbox: '收件箱',
    settings: '设置',
    help: '此列表',
  },
  singles: '使用不带 Ctrl 或 ⌘ 的按键',
  note: '任何操作都不会因单个按键而被允许。',
}
