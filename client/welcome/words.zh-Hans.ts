import type * as english from './words.ts'

export const welcomeWords: typeof english.welcomeWords = {
  title: 'Perigee 如何工作',
  place: (at, of) => `第 ${at} 张，共 ${of} 张`,
  next: '下一步',
  skip: '跳过',
  done: '完成',
  cards: [
    {
      title: '等你处理的排在最前',
      text: '需要回答的智能体会出现在总览顶部和收件箱中，无论它在哪个 orb 里工作。',
    },
    {
      title: '先看清，再回答一次',
      text: '你会看到将要运行的确切内容。无害的操作点一下即可；可能造成破坏的需要长按，或点一下再确认一次。',
    },
    {
      title: '放到主屏幕',
      text: '安装后它立即打开，并保留你看过的内容，以备没有网络时使用。',
    },
  ],
  installed: '已安装在此设备上。',
  install: '安装 Perigee',
  places: '安装在哪里',
  placeNames: { ios: 'iPhone、iPad', android: '安卓', desktop: '电脑' },
  steps: {
    ios: [
      '用 Safari 打开此页面。',
      '轻点“共享”，再选“添加到主屏幕”。',
      '从主屏幕打开 Perigee 并配对：它有自己的存储。',
    ],
    android: ['用 Chrome 打开此页面。', '打开菜单，选择“添加到主屏幕”或“安装应用”。'],
    desktop: [
      '在 Chrome 或 Edge 中：点按地址栏里的安装图标。',
      '在 Safari 中：选择“文件”，再选“添加到程序坞”。Firefox 中它仍是标签页，可以固定。',
    ],
  },
}
