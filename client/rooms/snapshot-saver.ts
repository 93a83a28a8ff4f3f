import { onCleanup, type Accessor } from 'solid-js'
import { unwrap } from 'solid-js/store'
import type { RoomMeta } from '../../shared/rooms/content.ts'
import { onLifecycle } from '../platform/lifecycle.ts'
import type { RoomStatus } from './room-status.ts'
import { forgetRefused, saveSnapshot, type Snapshot } from './snapshots.ts'

/** Writing every change of a busy room to disk would be waste; what is kept of it may lag by this much. */
const LAG_MS = 2_000

/** What tells a saver of its room. */
export interface SnapshotSaver {
  /** What is shown has changed: it is written after the lag, or at once when the page may be about to end. */
  changed(): void
  /** Passes on how true the room is: after a refusal nothing of it is written until it is live again. */
  status(status: RoomStatus): void
}

/** The same, with the moments that cut the lag short in the hands of its owner. */
export interface LaggingSaver extends SnapshotSaver {
  /** Writes at once what has changed since the last time, if anything has. */
  flush(): void
}

/**
 * Keeps what is shown of a room for as long as the owner lives. A hidden page may never be heard of again, and a page
 * that is left has shown something: both write at once. `shown` gives what to keep of it, or null where nothing is to
 * be; `meta` says as of when.
 */
export function createSnapshotSaver<T>(
  epoch: string,
  room: string,
  meta: Accessor<RoomMeta | null>,
  shown: () => T | null,
): SnapshotSaver {
  const take = (): Snapshot<T> | null => {
    const data = shown()
    return data === null ? null : { asOf: meta()?.asOf ?? Date.now(), data: structuredClone(unwrap(data)) }
  }
  const saver = laggingSaver(take, (snapshot) => void saveSnapshot(epoch, room, snapshot))
  const stop = onLifecycle((event) => {
    if (event === 'hide') saver.flush()
  })
  onCleanup(() => {
    stop()
    saver.flush()
  })
  return {
    changed: () => saver.changed(),
    status(now) {
      saver.status(now)
      void forgetRefused(epoch, room, now)
    },
  }
}

/** Gathers changes and gives what is to be kept to `write`, at most once in LAG_MS. */
export function laggingSaver<T>(take: () => T | null, write: (taken: T) => void): LaggingSaver {
  let lag: ReturnType<typeof setTimeout> | undefined
  let isRefused = false

  function forget(): void {
    clearTimeout(lag)
    lag = undefined
  }

  function flush(): void {
    if (lag === undefined) return
    forget()
    const taken = take()
    if (taken !== null) write(taken)
  }

  function changed(): void {
    if (!isRefused) lag ??= setTimeout(flush, LAG_MS)
  }

  return {
    changed,
    status({ state }) {
      if (state === 'refused') {
        isRefused = true
        forget()
      } else if (state === 'live' && isRefused) {
        isRefused = false
        changed()
      }
    },
    flush,
  }
}
