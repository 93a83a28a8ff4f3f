import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Conversation, ReplyPart } from './conversation.ts'
import type { Dialect, StreamItem } from './dialects/dialect.ts'

/** Milliseconds between streamed pieces, so that a reply really arrives in several reads. */
const PIECE_INTERVAL_MS = 2

/** Sends a reply as it was asked for: streamed, or in one piece once its pauses have passed. */
export async function sendReply(
  response: ServerResponse,
  dialect: Dialect,
  { streamed, model }: Conversation,
  parts: readonly ReplyPart[],
): Promise<void> {
  if (streamed) return sendEvents(response, dialect.stream(model, parts))
  for (const part of parts) if (part.kind === 'pause') await pauseUnlessClosed(response, part.ms)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(dialect.whole(model, parts)))
}

/** Sends server-sent events until the reader hangs up. */
async function sendEvents(response: ServerResponse, items: Iterable<StreamItem>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const item of items) {
    if (response.destroyed) return
    if ('pauseMs' in item) {
      await pauseUnlessClosed(response, item.pauseMs)
      continue
    }
    const name = item.event === undefined ? '' : `event: ${item.event}\n`
    const data = typeof item.data === 'string' ? item.data : JSON.stringify(item.data)
    const roomLeft = response.write(`${name}data: ${data}\n\n`)
    if (!roomLeft) await Promise.race([once(response, 'drain'), once(response, 'close')])
    await pauseUnlessClosed(response, PIECE_INTERVAL_MS)
  }
  response.end()
}

async function pauseUnlessClosed(response: ServerResponse, ms: number): Promise<void> {
  if (ms === 0 || response.destroyed) return
  const closed = new AbortController()
  const abort = (): void => closed.abort()
  response.once('close', abort)
  await delay(ms, undefined, { signal: closed.signal }).catch(() => undefined)
  response.off('close', abort)
}
