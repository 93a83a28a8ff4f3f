/** Words of the app's frame. */
export const shellWords = {
  skip: 'Skip to the content',
  fleet: 'Fleet',
  side: 'Details',
  back: 'Back',
  navigation: 'Main',
  waiting: (count: number): string => `${count} waiting`,
} as const
