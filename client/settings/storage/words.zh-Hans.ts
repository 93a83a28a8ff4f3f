import { formatNumber } from '../../i18n/formats.ts'
import type * as english from './words.ts'

export const storageWords: typeof english.storageWords = {
  kept: '保存在此浏览器中',
  keptText: '这样没有网络时也能阅读看过的内容，写下的内容也不会丢失。',
  kinds: {
    seen: '看过的 orb 和对话',
    drafts: '草稿和队列',
    unsent: '中继尚未收到的消息',
    answers: '中继尚未收到的拒绝和停止',
    aside: '另存的文字',
    shared: '分享给应用、尚未放入对话的文字',
    key: '此设备的密钥',
    choices: '你的设置、上次读到的位置，以及尚未发送的评论',
    other: '其他',
  },
  amount: (items, size) => `${formatNumber(items)} 项，约 ${size}`,
  nothing: '还没有内容。',
  refused: '此浏览器不允许应用查看其存储。未作任何更改。',
  clear: '忘记看过的内容',
  clearText: '再次打开时会从中继取回。你写下的内容、拒绝、停止和密钥会保留；退出登录时才会一并清除。',
  cleared: '已忘记。',
  notCleared: '未能清除。请关闭 Perigee 的其他标签页后重试。',
  room: '空间',
  used: '已用',
  quota: '上限',
  lasting: '持久性',
  lasts: { yes: '浏览器会一直保留，直到你清除', no: '磁盘已满时浏览器可能会清除' },
  unknown: '浏览器没有说明',
  persist: '请浏览器保留',
  persisted: '浏览器会保留。',
  notPersisted: '浏览器没有同意。安装此应用通常会有帮助。',
}
