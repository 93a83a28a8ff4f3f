import type * as english from './words.ts'

export const connectionTestWords: typeof english.connectionTestWords = {
  test: '从这里到每个 orb',
  testText: '逐段测试整条路径，你就知道断在哪一段。',
  again: '重新测试',
  running: '正在测试',
  http: '此设备到中继',
  session: '登录状态与时钟',
  socket: '来自中继的实时更新',
  orb: (title) => `中继到 ${title}`,
  millis: (count) => `${count} 毫秒`,
  states: { running: '正在尝试', skipped: '未测试', failed: '失败', away: '无法连接' },
  clockSame: '两边时钟一致。',
  clockOff: (by, ahead) => `中继的时钟${ahead ? '快' : '慢'} ${by}。`,
  advice: {
    offline: '此设备没有网络。请关闭飞行模式或连接网络。',
    http: '中继没有响应。它的机器开着吗？此浏览器能打开它的地址吗？在那台机器上运行 “perigee doctor” 可以了解更多。',
    session: '中继目前不认识此设备。请重新加载页面；如仍如此，请重新配对此设备。',
    clock: '请让此设备或中继通过网络校准时钟：否则时间会显示错误，回答也会过期。',
    socket: '请求可以通过，实时更新不行。此处与中继之间的代理必须放行 WebSocket；方法见 docs/deploy.md。',
    orb: 'orb 未连接或没有响应。请查看它的机器是否开着，“perigee orb” 是否仍在运行。',
  },
}
