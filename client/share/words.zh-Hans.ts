import { LIMITS } from '../../shared/limits.ts'
import { formatNumber } from '../i18n/formats.ts'
import type * as english from './words.ts'

export const shareWords: typeof english.shareWords = {
  title: '放到哪里？',
  newTask: '新任务',
  newTaskText: '选择由哪个 orb 来做。',
  shared: '分享给 Perigee 的内容',
  leftOut: (count) =>
    `${formatNumber(count)} 个文件没有加入：一条消息最多带 ${formatNumber(LIMITS.attachments)} 个文件，每个最大 ${formatNumber(LIMITS.attachmentBytes / 1024 / 1024)} MB。`,
  drop: '放弃',
  newThread: '新对话',
  nowhere: '没有可以分配任务的 orb',
  nowhereText: '分享的内容会留在此设备上，直到你放弃它。',
  noAnswer: '中继没有响应，因此没有开始新对话。请选择已有的对话，或重试。',
  offline: '未连接：请选择此设备看过的对话。',
}
