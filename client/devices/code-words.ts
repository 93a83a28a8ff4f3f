import { translated } from '../i18n/translated.ts'

/** Words of typed codes. */
export const codeWords = translated('codeWords', {
  label: 'Code',
  short: 'A code has 8 letters and digits.',
  notThese: 'A code has no 0, 1, I or O. Look again: it may be another letter.',
})
