import { translated } from '../i18n/translated.ts'

/** Words of what has to be known of an orb before one decides there. */
export const alertWords = translated('alertWords', {
  says: 'The orb says:',
  more: (count: number): string => `and ${count} more`,
  show: 'What this means',
  roster: {
    title: 'The relay showed this orb another list of devices. It refuses that list',
    text: 'Decisions by newer devices will not count there.',
  },
  inside: {
    title: 'Can be answered from inside',
    text: 'What the agent runs can reach the door through which its questions are answered. An answer that nobody gave is shown as bypassed, when it has happened.',
  },
  asking: {
    never: {
      title: 'This agent never asks',
      text: 'It acts without waiting for anybody. What it did is shown here; nothing can be held back.',
    },
    unconfirmed: {
      title: 'Not sure that this agent asks',
      text: 'The setting with which it asks could not be made, or the agent says otherwise. It may act without asking.',
    },
    lowered: {
      title: 'Asks less, as somebody decided',
      text: 'A signed decision lets this agent do more without asking. Set it back in the settings of the thread.',
    },
    unknown: {
      title: 'Whether it asks is not known',
      text: 'Nothing is declared of this agent. It may ask, or act without asking.',
    },
  },
  short: {
    never: 'never asks',
    unconfirmed: 'may not ask',
    lowered: 'asks less',
    unknown: 'asking not known',
    inside: 'answered from inside',
  },
})
