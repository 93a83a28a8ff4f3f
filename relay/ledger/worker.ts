import { parentPort, workerData } from 'node:worker_threads'
import { toPerigeeError } from '../../shared/codes/perigee-error.ts'
import type { FromThread, ToThread } from './calls/thread-messages.ts'
import { openCore, type LedgerCore, type LedgerOptions } from './core.ts'

/*
 * The ledger's thread: the only place where the file is open. `workerData` holds LedgerOptions.
 */
const port = parentPort
if (port === null) throw new Error('The ledger runs as a worker thread of the relay.')

const post = (message: FromThread): void => port.postMessage(message)

const core = open()
// Without a listener the port holds nothing alive, so a thread that could not open its file ends by itself.
if (core !== null)
  port.on('message', (message: ToThread) => {
    if ('calls' in message) return core.submit(message.calls)
    core.close()
    port.close()
  })

function open(): LedgerCore | null {
  try {
    const opened = openCore(
      workerData as LedgerOptions,
      (commit) => post({ type: 'commit', commit }),
      (message) => post({ type: 'warning', message }),
    )
    post({ type: 'opened', epoch: opened.epoch })
    return opened
  } catch (error) {
    const { code, message } = toPerigeeError(error)
    post({
      type: 'refused',
      code,
      message: code === 'internal' ? `The ledger cannot be opened: ${String(error)}` : message,
    })
    return null
  }
}
