import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReplyPart } from './reply.ts'

/** Characters in one streamed piece of text: about what a model sends as a token or two. */
const PIECE_LENGTH = 16
/** Milliseconds between streamed pieces, so that a reply really arrives in several reads. */
const PIECE_INTERVAL_MS = 2

const USAGE = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }

/** Sends a reply as one `chat.completion`; pauses are waited for first. */
export async function sendWhole(response: ServerResponse, model: string, parts: readonly ReplyPart[]): Promise<void> {
  await pauseUnlessClosed(
    response,
    parts.reduce((sum, part) => sum + (part.kind === 'pause' ? part.ms : 0), 0),
  )
  const calls = parts.flatMap((part) => (part.kind === 'call' ? [functionCall(part.call)] : []))
  const message = {
    role: 'assistant',
    content: textIn(parts, 'text'),
    reasoning_content: textIn(parts, 'thought'),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      ...envelope('chat.completion', model),
      choices: [{ index: 0, message, finish_reason: finishReason(parts) }],
      usage: USAGE,
    }),
  )
}

/** Streams a reply as server-sent `chat.completion.chunk` events. Stops when the reader hangs up. */
export async function sendStream(response: ServerResponse, model: string, parts: readonly ReplyPart[]): Promise<void> {
  const head = envelope('chat.completion.chunk', model)
  const put = async (delta: object, finish: string | null = null): Promise<void> => {
    const chunk = { ...head, choices: [{ index: 0, delta, finish_reason: finish }] }
    await write(response, JSON.stringify(chunk))
  }

  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  await put({ role: 'assistant', content: '' })
  let callIndex = 0
  for (const part of parts) {
    if (response.destroyed) return
    switch (part.kind) {
      case 'pause':
        await pauseUnlessClosed(response, part.ms)
        break
      case 'text':
        for (const piece of part.whole ? [part.text] : pieces(part.text)) await put({ content: piece })
        break
      case 'thought':
        for (const piece of pieces(part.text)) await put({ reasoning_content: piece })
        break
      case 'call': {
        const index = callIndex++
        const { id, type, function: called } = functionCall(part.call)
        await put({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] })
        for (const piece of pieces(called.arguments)) {
          await put({ tool_calls: [{ index, function: { arguments: piece } }] })
        }
      }
    }
  }
  await put({}, finishReason(parts))
  await write(response, JSON.stringify({ ...head, choices: [], usage: USAGE }))
  await write(response, '[DONE]')
  response.end()
}

async function write(response: ServerResponse, data: string): Promise<void> {
  if (response.destroyed) return
  const roomLeft = response.write(`data: ${data}\n\n`)
  if (!roomLeft) await Promise.race([once(response, 'drain'), once(response, 'close')])
  await pauseUnlessClosed(response, PIECE_INTERVAL_MS)
}

async function pauseUnlessClosed(response: ServerResponse, ms: number): Promise<void> {
  if (ms === 0 || response.destroyed) return
  const closed = new AbortController()
  const abort = (): void => closed.abort()
  response.once('close', abort)
  await delay(ms, undefined, { signal: closed.signal }).catch(() => undefined)
  response.off('close', abort)
}

function envelope(object: string, model: string): object {
  return { id: `chatcmpl-${randomUUID()}`, object, created: Math.floor(Date.now() / 1000), model }
}

function functionCall(call: { name: string; arguments: object }) {
  return {
    id: `call_${randomUUID().replaceAll('-', '')}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }
}

function finishReason(parts: readonly ReplyPart[]): string {
  return parts.some((part) => part.kind === 'call') ? 'tool_calls' : 'stop'
}

function textIn(parts: readonly ReplyPart[], kind: 'text' | 'thought'): string {
  return parts.map((part) => (part.kind === kind ? part.text : '')).join('')
}

function pieces(text: string): string[] {
  const characters = Array.from(text)
  const count = Math.ceil(characters.length / PIECE_LENGTH)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH).join(''),
  )
}
