import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { setImmediate } from 'node:timers/promises'
import type { Turn } from '../turns/turn.ts'

/** Dies at once, as a crash would: no clean-up, after everything sent so far has left the process. */
export async function crash(turn: Turn): Promise<never> {
  // Twice: a request passes two queues of promises before it reaches the pipe.
  await setImmediate()
  await setImmediate()
  await turn.runtime.wire.flushed()
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}

/** Dies in the middle of the line that would have carried an update. */
export async function crashInMidLine(turn: Turn, update: SessionUpdate): Promise<never> {
  const line = JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: turn.sessionId, update },
  })
  await turn.runtime.wire.writeBytes(new TextEncoder().encode(line.slice(0, line.length / 2)))
  return crash(turn)
}
