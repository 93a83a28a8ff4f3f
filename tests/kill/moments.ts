import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { RoomReader } from '../support/room-reader.ts'

/** Resolves after so many milliseconds, fractions included: what is to be hit lasts less than a timer's tick. */
export async function after(ms: number): Promise<void> {
  const until = performance.now() + ms
  if (ms > 2) await sleep(ms - 2)
  while (performance.now() < until) await nextTurn()
}

/** Resolves as soon as `check` holds, asked at every turn of the event loop; also when the time is up. */
export async function asSoonAs(check: () => boolean, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs
  while (!check() && performance.now() < until) await nextTurn()
}

/** The same of a file that is open for as long: for what lasts a few milliseconds, opening it each time is too slow. */
export async function asSoonAsIn<F extends { close(): void }>(
  file: F,
  check: (file: F) => boolean,
  withinMs: number,
): Promise<void> {
  try {
    await asSoonAs(() => check(file), withinMs)
  } finally {
    file.close()
  }
}

/** Resolves at the n-th change that a reader sees from now on; also when the time is up. */
export function afterChanges(reader: RoomReader, n: number, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0
    const finish = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(finish, withinMs)
    const stop = reader.onChange(() => {
      seen += 1
      if (seen >= n) finish()
    })
  })
}

/** Resolves once `check` gives something, asked every few milliseconds; rejects when it never does. */
export async function eventually<T>(check: () => T | null, what: string, withinMs = 60_000): Promise<T> {
  const until = performance.now() + withinMs
  for (;;) {
    const value = check()
    if (value !== null) return value
    if (performance.now() > until) throw new Error(`${what}: not within ${withinMs} ms`)
    await sleep(10)
  }
}
