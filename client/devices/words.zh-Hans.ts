import type * as english from './words.ts'

export const deviceWords: typeof english.deviceWords = {
  deviceOn: (browser, system) => `${system} 上的 ${browser}`,
  browser: '浏览器',
  thisDevice: '此设备',
  asking: '正在向中继确认此设备的身份',
  again: '重试',
  noRelay: '无法连接中继',
  noRelayText: '此设备尚未登录过，因此没有此前的内容可以显示。',
  signedOut: '此设备尚未配对',
  signedOutText: '它没有此中继的密钥。可以由所有者让它加入，或使用恢复短语。',
  toPair: '配对此设备',
  toRecover: '使用恢复短语',
  unpaired: '此中继还没有所有者',
  unpairedText:
    '请打开中继在终端里打印的链接，或输入它的配对码。如果配对码已过期，请在那台机器上运行 “perigee pair” 获取新的。',
  toFirst: '成为所有者',
  keyless: '在此应用中完成设置',
  keylessText: (person) =>
    `此应用从浏览器接过了 ${person} 的登录，但它没有自己的密钥。没有密钥就无法为你的决定签名。请把它作为一台单独的设备配对一次。`,
  keylessHow: '在可以使用 Perigee 的浏览器中，打开“设置”中的“添加设备”。然后在这里扫码或输入配对码。',
  noKey: '此设备没有可用于签名的密钥，因此没有发送任何内容。请重新加载页面后重试。',
  revoked: '此设备已被吊销',
  revokedText: '它的密钥已失效。此浏览器保存的中继内容已清除。要再次使用，请作为新设备配对。',
  revokedClearing: '它的密钥已失效。正在清除此浏览器保存的中继内容。',
  stranger: '此中继不认识这台设备',
  strangerText: '中继可能已重新建立，或恢复到了配对此设备之前的状态。此浏览器保存的内容还在：草稿和最近看过的内容。',
  strangerForget: '清除并重新配对',
  insecure: '此地址无法保存密钥',
  insecureText: (host) =>
    `浏览器只为通过 https 打开的页面，或来自本机的页面提供密钥。此页面是通过 http 从 ${host} 打开的。`,
  insecureHow: [
    '在运行中继的机器上，用 http://localhost 加端口打开。',
    '要在手机上使用，请为中继配置 https 地址：在前面放置 Tailscale Serve、Caddy 或 cloudflared，并为中继设置 --public-url。',
  ],
  openSecurely: (host) => `通过 https 打开 ${host}`,
  noStorage: '此浏览器不保存密钥',
  noStorageText: '通常是因为使用了无痕窗口，或设置禁止了存储。请在普通窗口中打开 Perigee。',
}
