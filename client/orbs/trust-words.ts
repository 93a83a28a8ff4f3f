import type { Isolation } from '../../shared/link/reports.ts'
import { translated } from '../i18n/translated.ts'

interface IsolationWords {
  readonly badge: string
  readonly text: readonly string[]
}

/** What each kind of isolation means: a badge, and the whole in a few sentences. */
export const isolationWords = translated<Readonly<Record<Isolation, IsolationWords>>>('isolationWords', {
  none: {
    badge: 'Not isolated',
    text: [
      'The agent runs as the same user as its runner. It could read the runner’s key and answer its own questions.',
      'So approvals are advice here: they help an agent that wants to be helped, and hold back none that does not.',
    ],
  },
  namespace: {
    badge: 'Isolated: namespace',
    text: [
      'The agent has mounts, processes and a home of its own. It cannot see the runner, its key or its memory.',
      'The network is shared: a harness that listens on a local port of its own can be answered from inside.',
    ],
  },
  uid: {
    badge: 'Isolated: own user',
    text: [
      'The agent runs as a user of its own. It cannot read the runner’s key or its memory.',
      'The network is shared: a harness that listens on a local port of its own can be answered from inside.',
    ],
  },
  vm: {
    badge: 'Isolated: machine',
    text: ['The agent runs in a machine of its own, apart from its runner.'],
  },
})

/** Words of how an orb is trusted. */
export const trustWords = translated('trustWords', {
  title: 'How this orb is trusted',
  isolation: 'Isolation',
  roster: 'Whom it believes',
  firstUse: 'Trusts its first owner',
  firstUseText:
    'Nobody gave this orb the founding hash beforehand: it took the first list of devices that it was shown. That is meant for an orb on the relay’s own machine. Enrol it anew to make sure.',
  byEnrolment: 'It was enrolled by an owner’s device and believes that list of devices alone.',
  noRoster: 'It has not said yet by which list of devices it decides.',
  version: (version: number): string => `It knows version ${version} of the list.`,
  noVersion: 'It has refused what it was shown, and believes nobody yet.',
  adapter: 'How the agent is driven',
  tested: 'This version of the agent is one that the adapter was tested with.',
  notTested:
    'This version of the agent lies outside the range that the adapter was tested with. It may work as before; what it says of itself is shown as it comes.',
  testedUnknown: 'Whether this version of the agent was tested with the adapter is not known.',
  manage: 'Manage this orb',
})
