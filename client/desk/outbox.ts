import { del, entries, set } from 'idb-keyval'
import type { Attachment } from '../../shared/commands/attachments.ts'
import { deviceStore } from '../platform/device-store.ts'

/** A prompt that left the composer and is not known to be with the relay: the field is empty already. */
export interface Send {
  readonly itemId: string
  readonly orbId: string
  readonly threadId: string
  readonly text: string
  readonly attachments?: readonly Attachment[]
}

const sends = deviceStore('perigee-outbox', 'prompts')

/** A disk that does not answer must not keep a prompt from going out; some engines leave a request for half a minute. */
const PATIENCE_MS = 500

/** Remembers a prompt on this device before it is sent, so that the end of the app does not lose it. */
export async function rememberSend(send: Send): Promise<void> {
  const kept = set(send.itemId, send, sends()).catch(() => undefined)
  await Promise.race([kept, new Promise((later) => setTimeout(later, PATIENCE_MS))])
}

/** The relay has it, the queue has it, or the composer has it back. */
export async function forgetSend(itemId: string): Promise<void> {
  await del(itemId, sends()).catch(() => undefined)
}

/** The prompts to an orb whose end this device never heard of. */
export async function unfinishedSends(orbId: string): Promise<Send[]> {
  const all = await entries<string, Send>(sends()).catch(() => [])
  return all.map(([, send]) => send).filter((send) => send.orbId === orbId)
}
