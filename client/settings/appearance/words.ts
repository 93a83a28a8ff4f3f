import { translated } from '../../i18n/translated.ts'

/** Words of the appearance's section. */
export const appearanceWords = translated('appearanceWords', {
  theme: 'Colours',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark grey', black: 'True black' },
  themeTexts: {
    system: 'True black where the system is dark',
    light: 'Ink on paper',
    dark: 'Softer where light letters on black dazzle',
    black: 'Spares the battery of an OLED screen',
  },
  contrast: 'Contrast',
  contrasts: { system: 'As the system', more: 'High' },
  text: 'Size of text',
  textSizes: { '100': 'As the system', '115': 'Larger', '130': 'Large', '150': 'Very large', '200': 'Twice as large' },
  textNote: 'Pinching zooms every page beyond this.',
})
