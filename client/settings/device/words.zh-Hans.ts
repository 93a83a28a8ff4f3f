import type * as english from './words.ts'

export const thisDeviceWords: typeof english.thisDeviceWords = {
  you: '你',
  name: '此设备',
  rights: '你的权限',
  none: '目前没有与你共享的内容。请联系所有者。',
  signOut: '退出登录',
  signOutText: '它的密钥会被吊销，此浏览器保存的中继内容会全部清除。',
}
