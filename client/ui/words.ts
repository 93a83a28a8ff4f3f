/** Words of the plain parts. */
export const uiWords = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading',
  hiddenFound: 'Hidden or look-alike characters are drawn',
  showMore: (lines: number) => `Show ${lines.toLocaleString('en')} more ${lines === 1 ? 'line' : 'lines'}`,
} as const
