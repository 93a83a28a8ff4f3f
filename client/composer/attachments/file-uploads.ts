import { batch, createEffect, createSignal, on, untrack, type Accessor } from 'solid-js'
import type { FileState } from './draft-files.ts'
import type { HeldFile } from './held-files.ts'
import { uploadFile, type UploadOutcome } from './upload-file.ts'

/** Hands in the files that this device holds. */
export interface FileUploads {
  stateOf(file: HeldFile): FileState
  /** Hands a file in, at once; asking twice is one upload. */
  handIn(file: HeldFile): Promise<UploadOutcome>
}

/**
 * Hands in files by themselves while there is a connection, one after the other: a photo must not take a phone's whole
 * link. What failed is tried again by hand, or with the next connection. `handedIn` hears of each that the relay has.
 */
export function createFileUploads(
  waiting: Accessor<readonly HeldFile[]>,
  connected: Accessor<boolean>,
  handedIn: (file: HeldFile) => void,
): FileUploads {
  const [steps, setSteps] = createSignal<ReadonlyMap<string, FileState>>(new Map())
  const underWay = new Map<string, Promise<UploadOutcome>>()

  function step(id: string, state: FileState | null): void {
    const next = new Map(untrack(steps))
    if (state === null) next.delete(id)
    else next.set(id, state)
    setSteps(next)
  }

  async function upload(file: HeldFile): Promise<UploadOutcome> {
    step(file.id, { is: 'uploading' })
    const sent = await uploadFile(file)
    underWay.delete(file.id)
    batch(() => {
      if (sent.outcome === 'kept') handedIn(file)
      // Without a connection nothing has failed: it waits, and goes with the next one.
      const isOver = sent.outcome === 'kept' || (sent.outcome === 'later' && !untrack(connected))
      step(file.id, isOver ? null : { is: 'failed', why: sent.message })
    })
    return sent
  }

  function handIn(file: HeldFile): Promise<UploadOutcome> {
    if (file.handedIn) return Promise.resolve({ outcome: 'kept' })
    const known = underWay.get(file.id) ?? upload(file)
    underWay.set(file.id, known)
    return known
  }

  createEffect(
    on(connected, (isUp) => {
      if (isUp) setSteps(new Map([...untrack(steps)].filter(([, { is }]) => is !== 'failed')))
    }),
  )
  createEffect(() => {
    if (!connected() || [...steps().values()].some(({ is }) => is === 'uploading')) return
    const next = waiting().find((file) => !file.handedIn && !steps().has(file.id))
    if (next !== undefined) void untrack(() => handIn(next))
  })

  return {
    stateOf: (file) => (file.handedIn ? { is: 'ready' } : (steps().get(file.id) ?? { is: 'waiting' })),
    handIn,
  }
}
