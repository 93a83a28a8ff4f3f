/** Words of the notice of a new version. */
export const updateWords = {
  ready: 'A new version is ready',
  reload: 'Reload',
  later: 'Later',
} as const
