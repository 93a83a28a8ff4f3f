import { createEffect, createRoot, type Accessor } from 'solid-js'
import { deliverFiles } from '../composer/attachments/deliver-files.ts'
import { storedNames, unkeptIn, type DeskIdentity } from './desk-document.ts'
import { createDeskStore } from './desk-store.ts'
import { unfinishedSends } from './outbox.ts'

/** A desk that has not been taken by then is tried again when the relay is back the next time. */
const PATIENCE_MS = 30_000
/** What the relay has said to have is on disk by then. */
const SETTLED_MS = 1_000

/**
 * Gives the relay what was written for these orbs while it was away, with its files, whichever page is open. `reachable`: the relay is
 * there. The desks are opened as another tab would open them, so that a page that shows one is not disturbed.
 */
export async function deliverDesks(
  who: Omit<DeskIdentity, 'orbId'>,
  orbIds: readonly string[],
  reachable: Accessor<boolean>,
): Promise<void> {
  for (const orbId of orbIds) {
    const identity = { ...who, orbId }
    if (reachable() && (await hasUnkept(identity))) await deliver(identity, reachable)
  }
  // After every text: a photo may take a phone's link for a while.
  for (const orbId of orbIds) await deliverFiles(orbId, reachable)
}

async function hasUnkept(identity: DeskIdentity): Promise<boolean> {
  if ((await unfinishedSends(identity.orbId)).length > 0) return true
  for (const name of await storedNames(identity.orbId)) {
    const { items, drafts } = await unkeptIn(name)
    if (items.length > 0 || drafts.length > 0) return true
  }
  return false
}

function deliver(identity: DeskIdentity, reachable: Accessor<boolean>): Promise<void> {
  return new Promise((resolve) => {
    createRoot((dispose) => {
      const desk = createDeskStore(identity, reachable)
      const end = (): void => {
        dispose()
        resolve()
      }
      let ending = setTimeout(end, PATIENCE_MS)
      createEffect(() => {
        if (desk.status().state !== 'live' || !desk.kept()) return
        clearTimeout(ending)
        ending = setTimeout(end, SETTLED_MS)
      })
    })
  })
}
