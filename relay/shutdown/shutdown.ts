import type { Logger } from 'pino'

/** A supervisor that waits ten seconds must not see a kill; a flush of the ledger takes far less. */
const SHUTDOWN_MS = 4_500

/**
 * Ends the process on SIGTERM or SIGINT, or when the `perigee up` that started it is gone: with 0 once `close` is through, with 1 where it takes too long. A second
 * signal changes nothing; what was confirmed is on disk either way.
 */
export function closeOnSignals(close: () => Promise<void>, log: Logger): void {
  let closing = false

  const onSignal = (signal: NodeJS.Signals) => {
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    setTimeout(() => {
      log.error('closing takes too long; ended anyway. Nothing that was confirmed is lost.')
      process.exit(1)
    }, SHUTDOWN_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'closing failed. Nothing that was confirmed is lost.')
        process.exit(1)
      },
    )
  }

  // A relay that outlives a killed `perigee up` would hold its state folder against the next one.
  if (process.env['PERIGEE_SUPERVISED'] === '1') process.stdin.resume().once('close', () => onSignal('SIGHUP'))
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
