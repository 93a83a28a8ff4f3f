import type * as english from './words.ts'

export const appearanceWords: typeof english.appearanceWords = {
  theme: '颜色',
  themes: { system: '跟随系统', light: '浅色', dark: '深灰', black: '纯黑' },
  themeTexts: {
    system: '系统为深色时使用纯黑',
    light: '白纸黑字',
    dark: '黑底亮字刺眼时更柔和',
    black: '为 OLED 屏幕省电',
  },
  contrast: '对比度',
  contrasts: { system: '跟随系统', more: '高' },
  text: '文字大小',
  textSizes: { '100': '跟随系统', '115': '较大', '130': '大', '150': '很大', '200': '两倍' },
  textNote: '每个页面都可以用双指放得更大。',
}
