import type * as english from './send-words.ts'

export const sendWords: typeof english.sendWords = {
  noAnswer: '中继没有响应，无法确定它是否收到了你的回答。请再按一次：只算一次。',
  kept: '已在此设备上拒绝，尚未发送：拒绝保存在此设备上，之后自动发送一次。',
  notStopped: (why) => `停止指令没有发出，运行可能仍在继续。${why}要停止它，请在其对话中按停止。`,
  mismatch: '屏幕上显示的内容与运行器所说的请求不一致。没有发送任何内容。请重新加载页面。',
  noKey: '此设备的密钥已不在这个浏览器中，因此无法签名。没有发送任何内容。请重新配对此设备，或在其他设备上回答。',
}
