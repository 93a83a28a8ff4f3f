import type * as english from './words.ts'

export const orbWords: typeof english.orbWords = {
  gone: '这里没有这个 orb',
  goneText: '它已被移除，或此中继从未有过它。它做过的事仍保留在它的运行器上。',
  notYours: '此 orb 未与你共享',
  notYoursText: '可能从未共享、已被收回，或已到期。请联系所有者。',
  starting: '此 orb 还没有对话',
  startingText: '它的运行器正在启动智能体。第一个对话会自动出现在这里。',
  awayText: '这些内容直接从 orb 读取。orb 恢复后会显示在这里；没有丢失任何内容。',
  isolationNone: '审批仅为建议：未隔离',
  places: '此 orb 的更多内容',
  sessions: '智能体的会话',
  files: '改动的文件',
  noFiles: '与上次提交相比没有改动。',
  newFile: '新文件或二进制文件',
  branch: '分支',
  workspace: '工作区',
  harness: '智能体程序',
  restart: {
    idle: '重启智能体程序',
    sending: '正在发送',
    recorded: '已记录',
    applied: '已重启',
    failed: '再次重启',
  },
}
