import { setTimeout as pause } from 'node:timers/promises'

/** How often a pairing or an effect is asked for: a person is waiting, and the relay counts requests. */
const POLL_MS = 500

/** Asks again and again until the answer is not null, or until `deadline` (this machine's clock): then null. */
export async function untilSome<T>(ask: () => Promise<T | null>, deadline: number): Promise<T | null> {
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    if (Date.now() >= deadline) return null
    await pause(POLL_MS)
  }
}
