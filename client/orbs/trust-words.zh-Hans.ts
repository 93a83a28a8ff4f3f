import type * as english from './trust-words.ts'

export const isolationWords: typeof english.isolationWords = {
  none: {
    badge: '未隔离',
    text: [
      '智能体与它的运行器以同一用户身份运行。它可以读取运行器的密钥，并回答自己的问题。',
      '因此审批在这里只是建议：能帮到愿意配合的智能体，却拦不住不愿配合的。',
    ],
  },
  namespace: {
    badge: '已隔离：命名空间',
    text: [
      '智能体有自己的挂载点、进程和主目录。它看不到运行器、运行器的密钥及内存。',
      '网络是共享的：如果智能体程序监听自己的本地端口，就可能从内部被回答。',
    ],
  },
  uid: {
    badge: '已隔离：独立用户',
    text: [
      '智能体以独立的用户身份运行。它无法读取运行器的密钥和内存。',
      '网络是共享的：如果智能体程序监听自己的本地端口，就可能从内部被回答。',
    ],
  },
  vm: {
    badge: '已隔离：独立机器',
    text: ['智能体在独立的机器上运行，与它的运行器分开。'],
  },
}

export const trustWords: typeof english.trustWords = {
  title: '此 orb 的可信程度',
  isolation: '隔离',
  roster: '它信任谁',
  firstUse: '信任首个所有者',
  firstUseText:
    '此前没有人把初始哈希交给此 orb：它采用了第一份给它看的设备列表。这只适用于运行在中继本机上的 orb。想要确保可信，请重新注册。',
  byEnrolment: '它由所有者的设备注册，只信任那份设备列表。',
  noRoster: '它尚未说明依据哪份设备列表作决定。',
  version: (version) => `它知道的是列表的第 ${version} 版。`,
  noVersion: '它拒绝了收到的列表，目前不信任任何人。',
  adapter: '智能体的驱动方式',
  tested: '适配器已在智能体的这个版本上测试过。',
  notTested: '智能体的这个版本不在适配器测试过的范围内。它可能照常工作；它所声明的内容会原样显示。',
  testedUnknown: '不知道适配器是否在智能体的这个版本上测试过。',
  manage: '管理此 orb',
}
