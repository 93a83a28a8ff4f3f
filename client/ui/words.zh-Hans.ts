import { formatNumber } from '../i18n/formats.ts'
import type * as english from './words.ts'

export const uiWords: typeof english.uiWords = {
  cancel: '取消',
  close: '关闭',
  loading: '正在加载',
  lookOnly: '你只能查看。如需操作，请联系所有者。',
  trailingBlanks: (count) => `行末有 ${count} 个空白`,
  notPlain: (code, plain) => `${code}，不是普通的 ${plain}`,
  letterOf: (code, script) => `${code}，${script} 字母`,
  hiddenFound: '已标出隐藏字符或形似字符',
  showMore: (lines) => `再显示 ${formatNumber(lines)} 行`,
}

export const timeWords: typeof english.timeWords = {
  now: '刚刚',
  seconds: (count) => `${count} 秒`,
  minutes: (count) => `${count} 分钟`,
  hours: (count) => `${count} 小时`,
  hoursAndMinutes: (hours, minutes) => `${hours} 小时 ${minutes} 分钟`,
  age: (amount) => `${amount}前`,
  ago: (amount) => `${amount}前`,
  yesterday: (time) => `昨天 ${time}`,
  onDay: (day, time) => `${day} ${time}`,
}

export const sizeTexts: typeof english.sizeTexts = {
  bytes: (count) => `${formatNumber(count)} 字节`,
  kilobytes: (count) => `${count} KB`,
  megabytes: (count) => `${count} MB`,
  gigabytes: (count) => `${count} GB`,
}
