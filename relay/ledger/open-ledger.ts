import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { RemoteLedger } from './calls/remote-ledger.ts'
import type { FromThread, ToThread } from './calls/thread-messages.ts'
import type { LedgerOptions } from './core.ts'
import type { Ledger } from './ledger.ts'

/** How a ledger in a thread of its own is opened. */
export interface OpenOptions extends LedgerOptions {
  /** The worker's script: `new URL('./ledger-worker.js', import.meta.url)` in the entry of the bundle. */
  readonly workerUrl: URL
  /** Gets what was kept without effect, and a failure of the thread. */
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** The thread died. Every call fails from now on; the relay has to end and start again. */
  readonly onFailure?: (error: PerigeeError) => void
}

/**
 * Opens the ledger in a worker thread, so that a slow disk never holds up the sockets.
 * Rejects with a PerigeeError where the file cannot be opened.
 */
export function openLedger(options: OpenOptions): Promise<Ledger> {
  const { workerUrl, log, onFailure, ...kept } = options
  const worker = new Worker(workerUrl, { workerData: kept, name: 'ledger' })
  const remote = new RemoteLedger()
  const post = (message: ToThread): void => worker.postMessage(message)
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  let ending = false
  const close = (): Promise<void> => {
    ending = true
    post({ close: true })
    return gone
  }
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown): void => {
      if (ending) return
      ending = true
      const error = new PerigeeError('unavailable', FAILED, cause)
      log.error({ err: cause }, FAILED)
      remote.fail(error)
      reject(error)
      onFailure?.(error)
    }
    worker.on('error', fail)
    worker.on('messageerror', fail)
    worker.on('exit', () => fail())
    worker.on('message', (message: FromThread) => {
      switch (message.type) {
        case 'opened':
          return resolve(remote.open({ epoch: message.epoch, post: (calls) => post({ calls }), close }))
        case 'refused':
          ending = true
          return reject(new PerigeeError(message.code, message.message))
        case 'commit':
          return remote.receive(message.commit)
        case 'warning':
          return log.warn(message.message)
      }
    })
  })
}

const FAILED = 'The ledger stopped. Nothing that was confirmed is lost. Start the relay again.'
