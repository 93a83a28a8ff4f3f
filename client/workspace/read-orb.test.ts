import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { READ_LIMITS, SessionPage } from '../../shared/reads/reads.ts'
import { ORB_DEADLINE_MS, readOrb } from './read-orb.ts'
import { workspaceWords } from './words.ts'

/** A relay that answers when `answer` is called; until then it may be given up. */
let answer: (response: Response) => void
let givenUp: boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  givenUp = false
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      answer = resolve
      signal.addEventListener('abort', () => {
        givenUp = true
        reject(new Error('aborted'))
      })
    })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an orb that takes as long as the relay lets it is waited for, and the relay that says so is heard', async () => {
  const read = readOrb('/api/orbs/o/sessions', SessionPage)
  await vi.advanceTimersByTimeAsync(READ_LIMITS.firstByteMs + 5_000)
  expect(givenUp).toBe(false)
  const message = 'The orb did not answer in time.'
  answer(Response.json({ error: { code: 'unavailable', message } }, { status: 503 }))
  expect(await read).toEqual({ is: 'not', message })
})

test('a relay that says nothing at all is given up', async () => {
  const read = readOrb('/api/orbs/o/sessions', SessionPage)
  await vi.advanceTimersByTimeAsync(ORB_DEADLINE_MS)
  expect(await read).toEqual({ is: 'not', message: workspaceWords.unreachable })
})

test('what has begun to arrive may take its time', async () => {
  const read = readOrb('/api/orbs/o/sessions', SessionPage)
  await vi.advanceTimersByTimeAsync(1)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  answer(new Response(readable))
  await vi.advanceTimersByTimeAsync(ORB_DEADLINE_MS * 2)
  expect(givenUp).toBe(false)
  const page = { listed: true, sessions: [], cursor: null }
  const writer = writable.getWriter()
  await writer.write(new TextEncoder().encode(JSON.stringify(page)))
  await writer.close()
  expect(await read).toEqual({ is: 'here', value: page })
})
