import { formatNumber } from '../i18n/formats.ts'
import type * as english from './alert-words.ts'

export const alertWords: typeof english.alertWords = {
  says: 'orb 的说法：',
  more: (count) => `另有 ${formatNumber(count)} 项`,
  show: '这意味着什么',
  roster: {
    title: '中继给了此 orb 另一份设备列表。它拒绝了那份列表',
    text: '较新的设备所作的决定在那里无效。',
  },
  inside: {
    title: '可从内部自行回答',
    text: '智能体运行的程序能够接触到回答其问题的入口。若出现无人给出的回答，会在发生后标为“已绕过”。',
  },
  asking: {
    never: {
      title: '此智能体从不询问',
      text: '它行动时不等待任何人。这里会显示它做了什么，但无法事先阻止。',
    },
    unconfirmed: {
      title: '不确定此智能体是否会询问',
      text: '未能完成让它询问的设置，或智能体给出了相反的说法。它可能不询问就行动。',
    },
    lowered: {
      title: '按某人的决定减少询问',
      text: '一项已签名的决定允许此智能体不询问就做更多事。可在对话的设置中改回。',
    },
    unknown: {
      title: '不知道它是否会询问',
      text: '此智能体没有任何相关声明。它可能询问，也可能不询问就行动。',
    },
  },
  short: {
    never: '从不询问',
    unconfirmed: '可能不询问',
    lowered: '减少询问',
    unknown: '询问情况未知',
    inside: '可从内部回答',
  },
}
