/** A second signal this soon is the first one again: npx passes on what the terminal has sent to all. */
const SAME_MS = 1000

/** Resolves at the first Ctrl-C, SIGTERM or SIGHUP. Another one later ends the process at once. */
export function untilAskedToEnd(): Promise<void> {
  return new Promise((resolve) => {
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
