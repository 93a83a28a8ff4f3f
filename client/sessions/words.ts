import { translated } from '../i18n/translated.ts'

/** Words of the sessions that an agent knows of. */
export const sessionWords = translated('sessionWords', {
  title: 'Sessions of the agent',
  text: 'Conversations that the agent keeps itself. One that is in no thread here can be taken up into a new one.',
  none: 'The agent knows of no session in this workspace.',
  notListed: 'This agent cannot list its sessions.',
  untitled: 'Without a title',
  open: 'Open its thread',
  takeUp: 'Take up',
  takingUp: 'Taking up',
  more: 'Show older ones',
  moreComing: 'Reading older ones',
  noAnswer: 'The relay did not answer. Nothing is known to have changed: try again.',
})
