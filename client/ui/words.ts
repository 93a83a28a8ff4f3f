/** Words of the plain parts. */
export const uiWords = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading',
  lookOnly: 'You can look. Ask an owner to act.',
  hiddenFound: 'Hidden or look-alike characters are drawn',
  showMore: (lines: number) => `Show ${lines.toLocaleString('en')} more ${lines === 1 ? 'line' : 'lines'}`,
} as const
