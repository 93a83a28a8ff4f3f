import type { ErrorCode } from '../../shared/codes/error-codes.ts'
import type { RosterProblem } from '../../shared/devices/roster.ts'

/** What errors and refusals mean, by their code. */
export const refusalWords: Readonly<Record<ErrorCode | RosterProblem, string>> = {
  'bad-request': '请求有误，中继无法理解。未作任何更改。',
  unauthenticated: '此设备未登录。请重新加载页面。',
  forbidden: '没有权限。未作任何更改。',
  unpaired: '此中继还没有所有者。',
  'wrong-origin': '请求来自其他页面，已被拒绝。',
  'wrong-host': '中继不接受这个地址。',
  'not-found': '这里没有这项内容，它可能已被移除。',
  conflict: '与现有内容冲突。未作任何更改：请重新查看后重试。',
  gone: '这项内容已不存在。未作任何更改。',
  'too-large': '内容过大。未作任何更改。',
  'not-json': '请求的格式有误。未作任何更改。',
  'too-many': '操作过于频繁。请稍后重试。',
  internal: '内部出错。已确认的内容没有丢失。请重试。',
  'not-supported': '此处不支持这项操作。',
  unavailable: '暂时不可用。请稍后重试。',
  'storage-full': '中继存储已满，没有丢失任何内容。请清理它的磁盘。',
  'no-founding': '列表缺少首个条目。',
  'not-next': '它不是列表的下一个版本。',
  fork: '它与此处已知的列表分叉。',
  'bad-signature': '签名无效。',
  'unknown-signer': '签名的设备在这里无效。',
  'not-an-owner': '签名的人不是全部内容的所有者。',
  taken: '已经存在。',
  'unknown-device': '相关设备在这里无效。',
  'bad-person': '与此人的现有状态不符。',
}
