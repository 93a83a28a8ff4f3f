import { translated } from '../i18n/translated.ts'

/** Words of orb states, shared by every list and header. */
export const stateWords = translated('stateWords', {
  waits: 'waits for you',
  working: 'working',
  idle: 'idle',
  starting: 'starting',
  paused: 'paused',
  hibernated: 'hibernated',
  stopped: 'stopped',
  failed: 'failed',
  unreachable: 'not reachable',
})

/** Words of risks: the badge never speaks by colour alone. */
export const riskWords = translated('riskWords', {
  read: 'Read',
  write: 'Write',
  network: 'Network',
  destructive: 'Destructive',
  unknown: 'Unknown risk',
})
