/** Words of the plain parts. */
export const uiWords = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',
  hiddenFound: 'Hidden or look-alike characters are drawn',
  showMore: (lines: number) => `Show ${lines.toLocaleString('en')} more ${lines === 1 ? 'line' : 'lines'}`,
} as const
