import { formatNumber } from '../i18n/formats.ts'
import type * as english from './words.ts'

export const fleetWords: typeof english.fleetWords = {
  waits: '等你处理',
  waitsForOthers: '等待回答',
  working: '工作中',
  trouble: '需要查看',
  finished: '昨天以来已完成',
  idle: '空闲',
  review: '查看',
  more: (count) => `另有 ${formatNumber(count)} 项`,
  away: '无法连接',
  empty: '还没有 orb',
  emptyText: '注册一个：你会得到一条命令，在智能体要工作的机器上运行即可。之后它会自动出现在这里。',
  enrol: '注册 orb',
  newDevice: (device, person, more) =>
    `新设备：${person} 的 ${device}${more > 0 ? `，另有 ${formatNumber(more)} 台` : ''}。`,
  toDevices: '查看设备',
  dismiss: '关闭',
  notShared: '没有与你共享的 orb',
  notSharedText:
    '你已登录，但这里没有你可以查看的内容：可能尚未共享、已被收回，或已到期。请联系所有者。共享的内容会自动出现在这里。',
  sharedEmpty: '还没有 orb',
  sharedEmptyText: '此部署的所有者负责注册 orb。第一个 orb 会自动出现在这里。',
  choose: '选择一个 orb',
  chooseText: '等你处理的排在列表最前面。',
  stopAll: '全部停止',
  stopAllTitle: '停止所有 orb 的所有运行？',
  stopAllText: '未回答的问题会被撤回。文件保持原样，队列中的消息会等到你继续。无法连接的 orb 会在恢复后停止。',
  stopEvery: {
    idle: '停止所有运行',
    sending: '正在停止',
    recorded: '已记录：正在通知各个 orb',
    applied: '已停止',
    failed: '再次停止所有运行',
  },
  stopFailed: '中继没有响应。无法确定是否有运行已停止：请再按一次，只会计一次。',
  ended: {
    end_turn: '已完成',
    max_tokens: '令牌已用尽',
    max_turn_requests: '模型请求过多',
    refusal: '智能体拒绝',
    cancelled: '被人停止',
    failed: '失败',
    interrupted: '已中断',
  },
}
