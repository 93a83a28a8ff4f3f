import type * as english from './words.ts'

export const scanWords: typeof english.scanWords = {
  title: '扫描配对码',
  text: '将摄像头对准另一块屏幕上的二维码。画面只留在此设备上。',
  view: '摄像头',
  starting: '正在启动摄像头',
  cancel: '改为输入配对码',
  denied: '此处无法使用摄像头',
  deniedText: '请在浏览器或设备的设置中允许此页面使用摄像头，或输入配对码。',
  missing: '没有找到摄像头',
  missingText: '请输入另一块屏幕上显示的配对码。',
  again: '重试',
  otherRelay: (host) => `这个二维码属于另一个中继：${host}。`,
  notACode: '这个二维码不是邀请。',
}
