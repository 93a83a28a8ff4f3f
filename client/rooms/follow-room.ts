import type { ProjectionReader } from './projection.ts'

/** How long to wait for another try where the code could not be fetched: the network is away, and no worker has it. */
const AGAIN_MS = 5_000

/**
 * Follows a room as followProjection does, whose code comes meanwhile: what was seen before is on screen without it.
 * Returns the way to stop.
 */
export function followRoom(name: string, reader: ProjectionReader): () => void {
  let stop: () => void = () => undefined
  let ended = false
  const start = async (): Promise<void> => {
    try {
      const { followProjection } = await import('./projection.ts')
      if (!ended) stop = followProjection(name, reader)
    } catch {
      if (ended) return
      reader.status({ state: 'away', since: Date.now() })
      const again = setTimeout(() => void start(), AGAIN_MS)
      stop = () => clearTimeout(again)
    }
  }
  void start()
  return () => {
    ended = true
    stop()
  }
}
