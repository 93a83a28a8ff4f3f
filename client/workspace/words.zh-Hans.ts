import { formatNumber } from '../i18n/formats.ts'
import type * as english from './words.ts'

export const workspaceWords: typeof english.workspaceWords = {
  title: '工作区',
  changes: '改动的文件',
  runChanges: '此次运行的改动',
  noChanges: '与上次提交相比没有改动。',
  noRunChanges: '此次运行没有改动文件。',
  cut: '改动的文件比这里显示的更多。',
  files: '所有文件',
  root: '工作区',
  emptyFolder: '此文件夹为空。',
  folderCut: '此文件夹的内容比这里显示的更多。',
  download: '下载',
  downloadAll: '全部下载',
  downloading: '正在从 orb 获取',
  binary: '这是二进制文件。请下载后查看。',
  large: '此文件过大，无法显示。请下载。',
  again: '重试',
  unreachable: '中继没有响应。未作任何更改。',
  odd: '无法解读 orb 的响应。未作任何更改。',
  ahead: (count) => `领先 ${formatNumber(count)}`,
  behind: (count) => `落后 ${formatNumber(count)}`,
  upstream: (name) => `相对于 ${name}`,
  close: '返回文件夹',
}
