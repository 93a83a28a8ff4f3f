import type * as english from './words.ts'

export const joinWords: typeof english.joinWords = {
  title: '配对此设备',
  byLink: '所有者邀请了此设备。它会生成自己的密钥，并由所有者在其屏幕上确认。',
  byCode: '配对码由所有者生成：在已加入的设备上，打开“设置”中的“添加设备”。',
  codeHint: '即另一块屏幕上显示的配对码，有效期两分钟。',
  deviceName: '此设备的名称',
  nameMissing: '请填写名称。',
  ask: '请求加入',
  asking: '正在请求',
  scan: '改为扫码',
  scanned: '已读取配对码。请继续填写此设备的名称。',
  notALink: '这不是此中继的邀请。',
  waiting: '正在等待另一台设备',
  waitingText: '它的屏幕会显示此设备请求加入。请让两个页面都保持打开。',
  number: '核对数字',
  matching: '请在另一台设备上选择这个数字',
  matchingText: '另一块屏幕会显示三个数字。如果其中没有这个数字，请在那里选择“都不是”：说明有人插在两台设备之间。',
  confirming: '选择之后，此页面会自动继续。',
  cancel: '取消',
  joined: '此设备已加入',
  joinedText: '正在打开 Perigee。',
  already: '此设备已经配对',
  alreadyText: '它已有此中继的密钥。如果要转给别人，请先退出登录。',
  open: '打开 Perigee',
  restart: '重新开始',
  ends: {
    refused: { title: '中继没有接受', text: '' },
    expired: {
      title: '这次配对已超时',
      text: '没有任何改变。请在另一台设备上重新发出邀请，再打开链接或输入配对码。',
    },
    burned: {
      title: '这份邀请已终止',
      text: '另一台设备上选择了别的数字，或取消了邀请。此设备没有访问权限。要重试，请重新发出邀请。',
    },
    unreachable: {
      title: '中继没有响应',
      text: '此设备尚未加入。待能连上中继后，请重新发出邀请。',
    },
    'no-storage': {
      title: '此浏览器不保存密钥',
      text: '通常是因为使用了无痕窗口，或设置禁止了存储。没有任何改变。请在普通窗口中打开此页面。',
    },
    'not-believed': {
      title: '这次配对不可信',
      text: '中继所说的与另一台设备显示的不一致。配对已在此停止，此设备没有访问权限。重试之前，请确认两台设备使用的是同一个中继。',
    },
  },
}
