import { RemoteLedger } from './calls/remote-ledger.ts'
import { openCore, type LedgerOptions } from './core.ts'
import type { Ledger } from './ledger.ts'

/** What a ledger without a thread of its own takes besides. */
export interface InProcessOptions extends LedgerOptions {
  readonly onWarning?: (message: string) => void
}

/** A ledger in the caller's own thread: the same file, statements and promises, for tests and small tools. */
export function openLedgerInProcess(options: InProcessOptions): Promise<Ledger> {
  const { onWarning = () => {}, ...kept } = options
  const remote = new RemoteLedger()
  const core = openCore(kept, (commit) => remote.receive(structuredClone(commit)), onWarning)
  const ledger = remote.open({
    epoch: core.epoch,
    post: (calls) => core.submit(structuredClone(calls)),
    close: () => {
      core.close()
      return Promise.resolve()
    },
  })
  return Promise.resolve(ledger)
}
