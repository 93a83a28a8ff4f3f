import { translated } from '../i18n/translated.ts'

/** Words of the first run, and of installing the app. */
export const welcomeWords = translated('welcomeWords', {
  title: 'How Perigee works',
  place: (at: number, of: number): string => `${at} of ${of}`,
  next: 'Next',
  skip: 'Skip',
  done: 'Done',
  cards: [
    {
      title: 'What waits for you comes first',
      text: 'An agent that needs an answer stands at the top of the fleet and in the inbox, whichever orb it works in.',
    },
    {
      title: 'Read it, then answer once',
      text: 'You see exactly what would run. Harmless things take a tap; what can break something takes a hold, or a tap and a second look.',
    },
    {
      title: 'Put it on your home screen',
      text: 'Installed, it opens at once and keeps what you have seen for when there is no network.',
    },
  ],
  installed: 'It is installed on this device.',
  install: 'Install Perigee',
  places: 'Where to install',
  placeNames: { ios: 'iPhone, iPad', android: 'Android', desktop: 'Computer' },
  steps: {
    ios: [
      'Open this page in Safari.',
      'Tap Share, then “Add to Home Screen”.',
      'Open Perigee from there and pair it: it has a storage of its own.',
    ],
    android: ['Open this page in Chrome.', 'Open the menu, then “Add to home screen” or “Install app”.'],
    desktop: [
      'In Chrome or Edge: press the install sign in the address bar.',
      'In Safari: File, then “Add to Dock”. In Firefox it stays a tab; pin it.',
    ],
  },
})
