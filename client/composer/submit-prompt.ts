import { LIMITS } from '../../shared/limits.ts'
import type { ThreadView } from '../../shared/rooms/content.ts'
import { sendCommand } from '../commands/send-command.ts'
import { whyNot } from '../commands/why-not.ts'
import type { Attachments } from './attachments/attachments.ts'
import { newItemId, type DeskStore, type NewItem } from '../desk/desk-store.ts'
import { forgetSend, rememberSend } from '../desk/outbox.ts'
import type { OrbStore } from '../orbs/orb-store.ts'
import { composerWords } from './words.ts'

/** What became of a prompt. `queued`: it waits on the desk, and goes by itself. `failed`: the text is still here. */
export type SubmitOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'queued' }
  | { readonly outcome: 'failed'; readonly message: string }

/** True where a prompt would begin at once: everything is reachable and nothing goes before it. */
export function canSendNow(orb: OrbStore, desk: DeskStore, threadId: string): boolean {
  const { data } = orb
  if (orb.status().state !== 'live' || data.orb === null || data.orb.awaySince !== null) return false
  if (!isIdle(data.threads[threadId])) return false
  const promptOnItsWay = Object.values(data.commands).some(
    (command) =>
      command.threadId === threadId &&
      command.kind === 'prompt' &&
      (command.state === 'recorded' || command.state === 'delivered'),
  )
  return !promptOnItsWay && !desk.queue.some((item) => item.threadId === threadId && item.ready)
}

function isIdle(thread: ThreadView | undefined): boolean {
  return thread !== undefined && thread.run?.state !== 'running'
}

/** Why a text is too long for a prompt, or null. */
export function promptTooLong(text: string): string | null {
  const bytes = new TextEncoder().encode(text).byteLength
  return bytes > LIMITS.promptBytes ? composerWords.tooLong(Math.ceil(bytes / 1024)) : null
}

/**
 * Sends a prompt, or queues it where it cannot begin now. Both ways it bears one id, so that a send whose answer was
 * lost can be queued without ever running twice. `files`: what goes with it; null: text alone. `onKept`: this device's
 * disk has the text, so the field may be emptied; not called where nothing is sent.
 */
export async function submitPrompt(
  orb: OrbStore,
  desk: DeskStore,
  where: { readonly orbId: string; readonly threadId: string },
  text: string,
  files: Attachments | null,
  onKept: () => void,
): Promise<SubmitOutcome> {
  const tooLong = promptTooLong(text)
  if (tooLong !== null) return { outcome: 'failed', message: tooLong }
  const itemId = newItemId()
  const attachments = files?.take(itemId) ?? []
  const item = { itemId, threadId: where.threadId, text, ...(attachments.length > 0 ? { attachments } : {}) }
  // Until the relay or the queue has the text, this device's disk has it: an app may end at any moment from here on.
  await rememberSend({ ...item, orbId: where.orbId })
  onKept()
  try {
    const outcome = await sendOrQueue(orb, desk, where, item, files)
    if (outcome.outcome === 'failed') files?.giveBack(itemId)
    else files?.done(itemId)
    return outcome
  } finally {
    void forgetSend(itemId)
  }
}

async function sendOrQueue(
  orb: OrbStore,
  desk: DeskStore,
  where: { readonly orbId: string; readonly threadId: string },
  item: NewItem,
  files: Attachments | null,
): Promise<SubmitOutcome> {
  const { itemId, threadId, text, attachments } = item
  // What waits for its files is seen in the queue, and goes by itself when the relay has them.
  if (canSendNow(orb, desk, threadId) && (files?.waitsFor(itemId) ?? null) === null) {
    const more = attachments === undefined ? {} : { attachments: [...attachments] }
    const sent = await sendCommand(where.orbId, { kind: 'prompt', threadId, text, ...more }, itemId)
    if (sent.outcome === 'recorded') return { outcome: 'sent' }
    if (sent.outcome !== 'unreachable') {
      return { outcome: 'failed', message: whyNot(sent, '') + ' Your text is still here.' }
    }
  }
  desk.enqueue(item)
  return { outcome: 'queued' }
}
