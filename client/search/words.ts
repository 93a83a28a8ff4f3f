import { translated } from '../i18n/translated.ts'

/** Words of the search in transcripts. */
export const searchWords = translated('searchWords', {
  title: 'Search',
  field: 'Words in transcripts',
  where: 'Where to look',
  everywhere: 'Everywhere',
  inThread: 'In this thread',
  start: 'Find what was said or done',
  startText: 'Write a word, a path or a part of a command. Every word has to be in an entry for it to be found.',
  none: 'No entry has these words',
  noneText: 'Try fewer words, or look everywhere.',
  failed: 'The search got no answer',
  failedText:
    'The relay looks through the transcripts, and it could not be reached. What is on this device stays readable.',
  again: 'Try again',
  found: (count: number, more: boolean): string => {
    if (more) return `More than ${count} entries found`
    return count === 1 ? '1 entry found' : `${count} entries found`
  },
  incomplete: 'Not everything can be found yet: the relay still takes older entries into its index.',
  more: 'Show older ones',
  moreComing: 'Reading older ones',
  orbGone: 'An orb that is not shown',
  kinds: {
    user_message: 'Message',
    agent_message: 'Answer',
    agent_thought: 'Thought',
    tool_call: 'Tool',
    plan: 'Plan',
    notice: 'Notice',
    note: 'Note',
  },
  otherKind: 'Entry',
})
