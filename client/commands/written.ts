/** Databases in which what people write waits for the relay. */
const WRITTEN = /^perigee-(?:desk|outbox)/

let delivering: Promise<void> | null = null

/** Calls `deliver`, one call at a time, where anything was ever written here: its code is not fetched in vain. */
export async function whenWritten(deliver: () => Promise<void>): Promise<void> {
  const all = (await indexedDB.databases?.().catch(() => [])) ?? []
  if (!all.some(({ name = '' }) => WRITTEN.test(name))) return
  // What fails is tried when the relay is back the next time; until then it is kept.
  delivering ??= deliver()
    .catch(() => undefined)
    .finally(() => (delivering = null))
  await delivering
}
