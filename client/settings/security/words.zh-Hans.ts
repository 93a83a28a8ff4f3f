import type * as english from './words.ts'

export const securityWords: typeof english.securityWords = {
  founding: '初始哈希',
  foundingText:
    '此部署的每个 orb 和每台设备都信任以此哈希开头的设备列表。请与另一台设备或 “perigee orb” 显示的对比：如有不同，说明有人插在中间。',
  copyHash: '复制哈希',
  list: '设备列表',
  version: (version) => `第 ${version} 版`,
  head: '最新条目',
  clock: '登录会话',
  clockText: '每次登录持续十分钟，只能由此设备的密钥续期。被盗的 Cookie 会自行失效。',
  audit: '审计日志',
  auditText: '每个决定连同其签名，以及设备和人员的每次更改，都会保留。在中继的机器上，此命令会检查整个日志和列表：',
  auditCommand: 'perigee audit verify',
  recovery: '恢复短语',
  recoveryText: '它在创建此部署时显示过一次。即使没有任何设备，也可以用它吊销所有设备并重新开始：',
  recoveryCommand: 'perigee recover',
  docs: '了解更多',
  docsText: 'docs/security.md 用平实的语言说明谁能做什么，以及设备被盗或中继失守意味着什么。',
  software: '中继软件',
}
