import type * as english from './roster-words.ts'

export const rosterWords: typeof english.rosterWords = {
  unbelievable: (why) => `中继给出的设备列表不可信。${why}未作任何更改。在查明原因之前，请勿在此签名。`,
  other: '中继给出的是另一个部署的设备列表。未作任何更改。',
  behind: '中继给出的设备列表比此设备见过的更旧。未作任何更改。',
  forked: '中继给出的设备列表与此设备此前见过的不同。未作任何更改。',
  noKey: '此设备的密钥已不在这个浏览器中。没有发送任何内容。请重新配对此设备。',
}
