import type { Choice } from './choice.ts'

/** What each isolation means for whoever answers the agent. `home`: the agent's home folder. */
export const isolationWords: Readonly<Record<Choice['isolation'], (home: string) => string>> = {
  none: () =>
    'The agent runs as you, with nothing between it and this runner: it can read and change what you can, the keys of ' +
    'Perigee included, and could answer itself. Its approvals are advice.',
  namespace: (home) =>
    `The agent is kept apart by namespaces: it sees its workspace, the system's programs, its own, and ${home} as its ` +
    'home. Sign-ins of your own home are not there: sign in anew with that home, or pass a key with --env. The network ' +
    'is shared, so an agent that listens on a local port can be answered from inside.',
  uid: (home) =>
    `The agent runs as a user of its own, with ${home} as its home: it reads what everybody on this machine may read. ` +
    'The network is shared, so an agent that listens on a local port can be answered from inside.',
}

/** A workspace whose repository lies where the agent in a namespace does not see it. `shown`: made safe for a terminal. */
export function repositoryNotSeen(shown: string): string {
  return `The workspace belongs to a repository at ${shown}, which the agent does not see. Show it with --write, if you want.`
}
