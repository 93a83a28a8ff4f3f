/** A second signal this soon is the first one again: npx passes on what the terminal has sent to all. */
const SAME_MS = 1000

/** Resolves at the first Ctrl-C, SIGTERM or SIGHUP, or when the `perigee up` that started this process is gone. Another one later ends the process at once. */
export function untilAskedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    if (process.env['PERIGEE_SUPERVISED'] === '1') process.stdin.resume().once('close', () => resolve())
    let askedAt: number | null = null
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (askedAt !== null && Date.now() - askedAt > SAME_MS) process.exit(1)
        askedAt ??= Date.now()
        resolve()
      })
    }
  })
}
