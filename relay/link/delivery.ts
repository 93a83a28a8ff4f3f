import type { LinkCommand } from '../../shared/commands/commands.ts'

/** Sends an orb its commands by rising cmdSeq, each once for a link. */
export interface Delivery {
  /** Sends what was unfinished when the link opened, then whatever came in since. */
  start(backlog: readonly LinkCommand[]): void
  /** A command that was just recorded. */
  offer(command: LinkCommand): void
}

/** The way to the orb. */
export interface DeliveryWay {
  send(command: LinkCommand): void
  /** More should wait until the orb has read what it got. */
  readonly isBehind: boolean
  onceRead(listener: () => void): void
}

/**
 * The delivery of one link. Commands may be offered before the backlog is read: they are held, so that none is
 * missed between the two and none is sent twice where both have it. A slow reader gets them as it reads.
 */
export function createDelivery(way: DeliveryWay): Delivery {
  const queue: LinkCommand[] = []
  let started = false
  let last = 0

  const pump = () => {
    while (!way.isBehind) {
      const command = queue.shift()
      if (command === undefined) return
      if (command.cmdSeq <= last) continue
      last = command.cmdSeq
      way.send(command)
    }
    way.onceRead(pump)
  }

  return {
    start(backlog) {
      started = true
      queue.unshift(...backlog)
      pump()
    },
    offer(command) {
      queue.push(command)
      if (started) pump()
    },
  }
}
