import { formatNumber } from '../../i18n/formats.ts'
import type * as english from './words.ts'

export const diffWords: typeof english.diffWords = {
  newFile: '新文件',
  deleted: '已删除',
  binary: '二进制文件，无法以文本显示。',
  same: '此文件没有改动。',
  coarse: '差异过大，无法逐行对照：先列出所有旧行，再列出所有新行。',
  noNewline: '文件末尾没有换行符。',
  huge: (before, after) => `过大，无法在此对比：改动前 ${formatNumber(before)} 行，改动后 ${formatNumber(after)} 行。`,
  notHere: (size) => `尚未显示此改动：其文本有 ${size}。`,
  load: '加载改动',
  elsewhere: '过大，无法在此显示：请在工作区中查看。',
  skipped: (count) => `${formatNumber(count)} 行未改动`,
  counts: (added, removed) => `新增 ${formatNumber(added)} 行，删除 ${formatNumber(removed)} 行`,
  flags: {
    lockfile: '锁文件',
    pipeline: '构建流水线',
    secrets: '可能含有机密',
    hook: '会自动运行',
    instructions: '指示智能体',
  },
}
