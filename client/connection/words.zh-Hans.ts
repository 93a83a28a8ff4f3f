import type * as english from './words.ts'

export const connectionWords: typeof english.connectionWords = {
  connected: '全部已连接',
  catchingUp: '正在同步',
  deviceOffline: '此设备已离线。你看到的是此前的内容',
  relayAway: '无法连接中继，正在重试',
  orbAway: '无法连接此 orb',
  storageFull: '中继存储已满：没有丢失任何内容，但不再接收新内容。请清理它的磁盘',
  signedOut: '此设备已退出登录。请重新加载此页面',
  forbidden: '此内容未与你共享，或已不再共享',
  notThere: '此内容已不存在',
  otherVersion: '中继的版本不同。请重新加载此页面',
  refused: '中继拒绝了此页面。请重新加载',
}
