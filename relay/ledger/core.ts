import type { Call, Commit } from './calls/calls.ts'
import { ACTIVITY_EVERY_MS, GroupCommit } from './commit/group.ts'
import { Space } from './commit/space.ts'
import { openConnection } from './dialect/open.ts'
import { wakeable } from './dialect/wake.ts'
import { epochOf } from './epoch.ts'
import { detachAllLinks } from './orbs/link.ts'
import { migrate } from './schema/migrate.ts'
import { indexLater } from './search/index-later.ts'
import { Store } from './store/store.ts'

/** How often a full ledger looks for room again, in milliseconds. */
const LOOK_FOR_ROOM_MS = 2000

/** How a ledger is kept. */
export interface LedgerOptions {
  /** The SQLite file; made where there is none. Its folder must exist. */
  readonly file: string
  /** The file may not grow over this many bytes; null, the default: no bound. */
  readonly maxBytes?: number | null
  /** New events are refused while the disk has less than this many bytes left. Default: 64 MiB. */
  readonly minFreeBytes?: number
  /** How long a commit waits for another process that holds the file. Default: 5000. */
  readonly busyTimeoutMs?: number
  /** The file came from a backup: gives the ledger a new epoch. */
  readonly restored?: boolean
}

/** The side of a ledger that holds the file. */
export interface LedgerCore {
  readonly epoch: string
  /** Takes calls to be carried out, in this order, with the next commit. */
  submit(calls: readonly Call[]): void
  /** Carries out what has arrived and closes the file. */
  close(): void
}

/**
 * Opens the file, brings it to the newest schema and carries out calls. `publish` gets every commit once it is synced,
 * `warn` what was kept without effect. Throws what SQLite or a migration throws.
 */
export function openCore(
  options: LedgerOptions,
  publish: (commit: Commit) => void,
  warn: (message: string) => void,
): LedgerCore {
  const { file, maxBytes = null, minFreeBytes = 64 * 1024 * 1024, busyTimeoutMs = 5000, restored = false } = options
  const connection = openConnection(file, busyTimeoutMs)
  migrate(connection)
  const store = new Store(connection)
  const epoch = epochOf(store, restored)
  detachAllLinks(store, Date.now())
  const space = new Space(store, { file, maxBytes, minFreeBytes })
  const group = new GroupCommit({ store, space, epoch, warn, publish })
  let telling: NodeJS.Timeout | null = null
  const tellLater = (): void => {
    if (telling !== null || !group.owesActivity) return
    telling = setTimeout(() => {
      telling = null
      group.tellActivity()
      tellLater()
    }, ACTIVITY_EVERY_MS)
  }
  const index = indexLater(store, warn)
  let waiting: Call[] = []
  const carryOut = (): void => {
    const calls = waiting
    waiting = []
    if (calls.length > 0) group.run(calls)
    tellLater()
    index.wake()
  }
  const wake = wakeable(carryOut)
  const looking = setInterval(() => {
    if (group.full) group.lookForRoom()
  }, LOOK_FOR_ROOM_MS)
  return {
    epoch,
    submit: (calls) => {
      waiting.push(...calls)
      wake()
    },
    close: () => {
      clearInterval(looking)
      carryOut()
      index.stop()
      if (telling !== null) clearTimeout(telling)
      store.close()
    },
  }
}
