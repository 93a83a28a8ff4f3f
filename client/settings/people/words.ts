import { formatNumber, plural } from '../../i18n/formats.ts'
import { translated } from '../../i18n/translated.ts'

/** Words of people and their rights. */
export const peopleWords = translated('peopleWords', {
  you: 'you',
  nothing: 'May see nothing',
  devices: (count: number): string =>
    count === 0 ? 'no device' : `${formatNumber(count)} ${plural(count, { one: 'device', other: 'devices' })}`,
  addPerson: 'Add somebody with a device',
  addText: 'A person comes in with a first device: invite it, and say what they may do.',
  rights: 'What they may do',
  addRight: 'Add a right',
  change: 'Change this right',
  removeRight: 'Take it away',
  removeAll: 'Take everything away',
  removeAllQuestion: (name: string): string => `Take every right from ${name}?`,
  removeAllText:
    'Their screens close at once and show nothing new. Their devices stay in the list without a right; remove those there. What their devices had kept stays on them until they open Perigee.',
  removeAllDo: 'Take everything away',
  keep: 'Keep them',
  rename: 'Name',
  theirDevices: 'Devices',
  toDevices: 'See and remove devices',
  busy: 'Saving',
  gone: 'This person is not here',
  goneText: 'The list of people may have changed meanwhile.',
  lastOwner:
    'Somebody has to own everything, with a device to act by. Make another person an owner first, then change this one.',
  role: 'What they may do',
  where: 'Where it counts',
  everything: 'Everything',
  everythingText: 'Every orb that there is and will be.',
  oneOrb: 'One orb',
  oneThread: 'One thread of an orb',
  orb: 'Orb',
  chooseOrb: 'Choose an orb',
  noOrb: 'There is no orb yet. Enrol one first, or choose “Everything”.',
  thread: 'Thread',
  chooseThread: 'Choose a thread',
  noThread: 'This orb shows no thread right now.',
  threadNote:
    'In one thread there is no shared queue and no shared draft: what they write is kept on their device until they send it.',
  until: 'Until when',
  untils: {
    always: 'For good, until somebody takes it away',
    hour: 'For an hour',
    day: 'For a day',
    week: 'For a week',
    month: 'For 30 days',
    picked: 'Until a moment',
  },
  picked: 'Ends at',
  endless: 'Owning everything has no end: take it away when it is over.',
  problems: {
    orb: 'Choose the orb that it is about.',
    thread: 'Choose the thread that it is about.',
    time: 'Choose a moment that is still ahead.',
  },
})

/** Words of what a grant allows, and where. */
export const grantWords = translated('grantWords', {
  /** What each role may, for the one who hands it out. */
  roles: {
    observer: { name: 'Look', text: 'Reads everything there and changes nothing.' },
    operator: { name: 'Work and decide', text: 'Also writes to agents, stops runs and answers approvals.' },
    owner: {
      name: 'Own',
      text: 'Also enrols and removes orbs. Of everything: also adds and removes people and devices.',
    },
  },
  everything: 'everything',
  unknownOrb: 'an orb that is not here',
  threadOf: (orb: string): string => `one thread of ${orb}`,
  /** A line of a list. */
  does: {
    observer: (where: string): string => `Looks at ${where}`,
    operator: (where: string): string => `Works and decides in ${where}`,
    owner: (where: string): string => `Owns ${where}`,
  },
  /** After "can now". */
  can: {
    observer: (where: string): string => `look at ${where}`,
    operator: (where: string): string => `work and decide in ${where}`,
    owner: (where: string): string => `manage ${where}`,
  },
  canEverything: 'do everything, also add people and devices',
  canNothing: 'see nothing yet',
  between: '; ',
  until: (grant: string, time: string): string => `${grant}, until ${time}`,
  ended: (grant: string, time: string): string => `${grant}, ended ${time}`,
})
