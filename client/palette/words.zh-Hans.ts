import type * as english from './words.ts'

export const paletteWords: typeof english.paletteWords = {
  title: '前往',
  find: 'orb、对话、审批、设置',
  found: '找到的内容',
  none: '没有符合的内容。',
  noAnswer: '中继没有响应，无法确定它是否已收到。请查看对话后重试。',
  kinds: { orb: 'orb', thread: '对话', approval: '审批', settings: '设置', action: '操作' },
  waitsIn: (orb) => `在 ${orb} 中等待`,
  inbox: '收件箱',
  search: (text) => (text === '' ? '在对话记录中搜索' : `在对话记录中搜索“${text}”`),
  newThread: '新对话',
  stopRun: '停止运行',
  keys: '键盘快捷键',
  does: {
    palette: '前往任何地方',
    send: '发送消息',
    close: '关闭',
    fleet: '总览',
    inbox: '收件箱',
    settings: '设置',
    search: '在对话记录中搜索',
    help: '此列表',
  },
  singles: '启用不带 Ctrl 或 ⌘ 的单键快捷键',
  note: '任何请求都不会因按下一个键而获得允许。',
}
