import { isStorageError } from '../dialect/open.ts'
import type { Store } from '../store/store.ts'
import { indexLog } from './index-log.ts'

/** How far the index stays behind the log: a search waits for nobody, and one commit serves all that came meanwhile. */
const PAUSE_MS = 300
/** Between two steps of a long way: commits go first. */
const BREATH_MS = 5
/** After a failure, such as a full disk. */
const RETRY_MS = 5000

/** Keeps the index of words behind the log. */
export interface Indexing {
  /** There may be something new. */
  wake(): void
  stop(): void
}

/** Takes what is new in the log into the index, beside the commits and never within one. */
export function indexLater(store: Store, warn: (message: string) => void): Indexing {
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  const step = (): void => {
    timer = null
    try {
      if (indexLog(store)) after(BREATH_MS)
    } catch (error) {
      if (!isStorageError(error)) warn('The search index could not take new entries: ' + String(error))
      after(RETRY_MS)
    }
  }
  const after = (pause: number): void => {
    if (!stopped) timer ??= setTimeout(step, pause)
  }
  after(PAUSE_MS)
  return {
    wake: () => after(PAUSE_MS),
    stop: () => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
