/** Words of orb states, shared by every list and header. */
export const stateWords = {
  waits: 'waits for you',
  working: 'working',
  idle: 'idle',
  starting: 'starting',
  paused: 'paused',
  hibernated: 'hibernated',
  stopped: 'stopped',
  failed: 'failed',
  unreachable: 'not reachable',
} as const

/** Words of risks: the badge never speaks by colour alone. */
export const riskWords = {
  read: 'Read',
  write: 'Write',
  network: 'Network',
  destructive: 'Destructive',
  unknown: 'Unknown risk',
} as const
