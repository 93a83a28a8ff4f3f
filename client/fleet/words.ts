/** Words of the fleet. */
export const fleetWords = {
  title: 'Fleet',
  waits: 'Waits for you',
  working: 'Working',
  trouble: 'Needs a look',
  finished: 'Finished since yesterday',
  idle: 'Idle',
  review: 'Review',
  more: (count: number): string => `and ${count} more`,
  away: 'not reachable',
  empty: 'No orb yet',
  emptyText:
    'Start one with “perigee orb -- COMMAND” on the machine where the agent shall work. It appears here by itself.',
  isolationNone: 'no isolation: approvals are advice',
  ended: {
    end_turn: 'finished',
    max_tokens: 'out of tokens',
    max_turn_requests: 'too many model requests',
    refusal: 'the agent refused',
    cancelled: 'stopped by a person',
    failed: 'failed',
    interrupted: 'interrupted',
  } as Readonly<Record<string, string>>,
} as const
