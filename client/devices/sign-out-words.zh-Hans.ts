import type * as english from './sign-out-words.ts'

export const signOutWords: typeof english.signOutWords = {
  title: '让此设备退出登录',
  text: '它的密钥会被吊销，此浏览器保存的中继内容会全部清除：未发送的草稿和最近看过的内容。要再次使用，需要重新配对此设备。',
  lastOwner: '这是所有者的最后一台设备。退出之后，只有恢复短语能让人进来。继续之前，请先备好它。',
  confirm: '退出登录',
  working: '正在退出登录',
  cancel: '保持登录',
  unreachable: '中继没有响应。没有清除任何内容',
  unreachableText:
    '没有中继就无法吊销密钥。你可以现在清除此浏览器：密钥会从这里消失，谁也无法使用。在所有者移除之前，此设备仍会留在设备列表中。',
  forget: '立即清除此浏览器',
  refused: '中继没有让此设备退出登录。没有清除任何内容',
  busy: '设备列表恰好同时被更改。请重试。',
  again: '重试',
}
