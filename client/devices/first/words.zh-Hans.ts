import type * as english from './words.ts'

export const firstWords: typeof english.firstWords = {
  title: '成为此中继的所有者',
  text: '此设备会生成一把永不离开它的密钥，以及一份供设备丢失时使用的恢复短语。从此以后，没有你的许可，任何人都进不来。',
  codeHint: '即中继在终端里显示的配对码，有效期两分钟；在那台机器上运行 “perigee pair” 可获取新的配对码。',
  yourName: '你的名字',
  yourNameHint: '别人会在你的决定旁边看到它。',
  deviceName: '此设备的名称',
  nameMissing: '请填写名称。',
  confirm: '成为所有者',
  working: '正在生成密钥',
  refused: '中继没有接受',
  again: '请在下方输入新的配对码。其他内容均未改变。',
  unreachable: '中继没有响应。请再按一次：只算一次。',
  noStorage: '此浏览器不保存密钥，通常是因为使用了无痕窗口。没有发送任何内容。请在普通窗口中打开此页面。',
  taken: '此中继已有所有者',
  takenText: '所有者可以让此设备加入。如果所有者的设备都已不在，可以使用恢复短语。',
}
