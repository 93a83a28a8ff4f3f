import type * as english from './words.ts'

export const stateWords: typeof english.stateWords = {
  waits: '等你处理',
  working: '工作中',
  idle: '空闲',
  starting: '正在启动',
  paused: '已暂停',
  hibernated: '已休眠',
  stopped: '已停止',
  failed: '失败',
  unreachable: '无法连接',
}

export const riskWords: typeof english.riskWords = {
  read: '读取',
  write: '写入',
  network: '网络',
  destructive: '破坏性',
  unknown: '风险未知',
}
