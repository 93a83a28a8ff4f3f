import type { LinkCommand } from '../../shared/commands/commands.ts'

/** Sends an orb its commands by rising cmdSeq, each once for a link. */
export interface Delivery {
  /** Sends what was unfinished when the link opened, then whatever came in since. */
  start(backlog: readonly LinkCommand[]): void
  /** A command that was just recorded. */
  offer(command: LinkCommand): void
}

/**
 * The delivery of one link. Commands may be offered before the backlog is read: they are held, so that none is
 * missed between the two and none is sent twice where both have it.
 */
export function createDelivery(send: (command: LinkCommand) => void): Delivery {
  let held: LinkCommand[] | null = []
  let last = 0

  const sendOnce = (command: LinkCommand) => {
    if (command.cmdSeq <= last) return
    last = command.cmdSeq
    send(command)
  }

  return {
    start(backlog) {
      const waiting = held ?? []
      held = null
      for (const command of [...backlog, ...waiting]) sendOnce(command)
    },
    offer(command) {
      if (held === null) sendOnce(command)
      else held.push(command)
    },
  }
}
