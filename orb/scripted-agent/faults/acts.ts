import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { say } from '../turns/speech.ts'
import type { Turn } from '../turns/turn.ts'
import { text } from '../tools/tool-call.ts'
import { availableCommands } from '../sessions/commands.ts'
import { actAsSubagent } from './subagent.ts'
import { FAULTS, type FaultName } from './table.ts'

type Act = (turn: Turn, argument: string) => Promise<void>

/** Longer than the 64 KB at which real clients have stopped reading. */
const LONG_LINE_CHARACTERS = 600 * 1024
const BIG_OUTPUT_MEGABYTES = 3
/** The child is meant to be found and killed; should nobody do so, it ends by itself. */
const CHILD_SECONDS = 600

/** What happens for each fault with the scope `now`. */
const ACTS: Record<Extract<FaultName, NowFault>, Act> = {
  'answer-unknown-id': (turn) => turn.runtime.wire.writeLine('{"jsonrpc":"2.0","id":"nobody-asked","result":{}}'),

  'big-output': async (turn, argument) => {
    const megabytes = Number(argument) || BIG_OUTPUT_MEGABYTES
    const line = `${'output '.repeat(18)}\n`
    const toolCallId = turn.nextCallId()
    const title = `Run print ${megabytes} MB`
    await turn.show({
      sessionUpdate: 'tool_call',
      toolCallId,
      title,
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command: 'print' },
    })
    const content = [text(line.repeat(Math.ceil((megabytes * 1024 * 1024) / line.length)))]
    await turn.show({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content })
  },

  'error-as-text': async (turn) => {
    // No id: it is no message of a model.
    const content = { type: 'text', text: 'API error: 400 the model is not available' } as const
    await turn.show({ sessionUpdate: 'agent_message_chunk', content })
    turn.end({ tag: 'stopped', stopReason: 'end_turn' })
  },

  'long-line': async (turn, argument) => {
    const long = 'x'.repeat(LONG_LINE_CHARACTERS)
    if (argument === 'text') {
      await turn.show({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: long },
        messageId: turn.nextMessageId(),
      })
    } else {
      const commands = [...availableCommands(), { name: 'long', description: long }]
      await turn.send({ sessionUpdate: 'available_commands_update', availableCommands: commands })
    }
  },

  noise: async (turn) => {
    await turn.runtime.wire.writeLine('Warning: a new version is available')
    await turn.runtime.wire.writeLine('{"jsonrpc": "2.0", "method": ')
  },

  'non-utf8': async (turn) => {
    const toolCallId = turn.nextCallId()
    const title = 'Write logo.png'
    await turn.send({ sessionUpdate: 'tool_call', toolCallId, title, kind: 'edit', status: 'in_progress' })
    const path = resolve(turn.session.record.cwd, 'logo.png')
    const update = {
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'completed',
      content: [
        text('BYTES'),
        {
          type: 'diff',
          path,
          oldText: '\u0000\u0001old',
          newText: '\u0089PNG\r\n\u001a\n\u0000\u0000\uD800 half a pair',
        },
      ],
    }
    const line = JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: turn.sessionId, update },
    })
    const [before = '', after = ''] = line.split('BYTES')
    // Latin 1 writes these as the single bytes ff fe 80, which no UTF-8 text holds.
    await turn.runtime.wire.writeBytes(
      Buffer.concat([Buffer.from(before), Buffer.from('\xff\xfe\x80', 'latin1'), Buffer.from(`${after}\n`)]),
    )
  },

  'spawn-child': async (turn, argument) => {
    const file = resolve(turn.runtime.flags.store, argument === '' ? 'child.pid' : argument)
    const child = spawn('sleep', [String(CHILD_SECONDS)], { stdio: 'ignore' })
    child.unref()
    writeFileSync(file, String(child.pid))
  },

  stall: async (turn) => {
    await turn.stopped()
    turn.signal.throwIfAborted()
  },

  'subagent-session': actAsSubagent,

  'unknown-fields': async (turn) => {
    const toolCallId = turn.nextCallId()
    const call = { toolCallId, title: 'Paint the fence', kind: 'paint', status: 'paused', mood: { colours: ['red'] } }
    const _meta = { 'vendor.example/trace': { deep: [[null]] } }
    const content = [{ type: 'hologram', light: 1 }, text('Half of it is red.')]
    await notifyRaw(turn, 'session/update', {
      sessionId: turn.sessionId,
      _meta,
      update: { sessionUpdate: 'tool_call', ...call, _meta, content },
    })
  },

  'unknown-update': async (turn) => {
    const update = { sessionUpdate: 'mood_update', mood: 'fine', content: { type: 'text', text: 'Not for you.' } }
    await notifyRaw(turn, 'session/update', { sessionId: turn.sessionId, update })
    await notifyRaw(turn, '_vendor/heartbeat', { sessionId: turn.sessionId })
  },

  'unknown-request': async (turn) => {
    await ask(turn, 'craft/drainMidTurnQueue', { sessionId: turn.sessionId })
  },

  'unsolicited-write': async (turn) => {
    const path = resolve(turn.session.record.cwd, 'unsolicited.txt')
    await ask(turn, 'fs/write_text_file', { sessionId: turn.sessionId, path, content: 'Nobody asked for this.\n' })
  },

  'update-unknown-call': (turn) =>
    turn.send({ sessionUpdate: 'tool_call_update', toolCallId: `${turn.nextCallId()}-unknown`, status: 'completed' }),
}

type NowFault = { [Name in FaultName]: (typeof FAULTS)[Name]['scope'] extends 'now' ? Name : never }[FaultName]

/** Has the fault, where it is one that happens at once; the others only hold and are looked up where they matter. */
export async function actOut(turn: Turn, name: FaultName, argument: string): Promise<void> {
  if (isNow(name)) await ACTS[name](turn, argument)
}

function isNow(name: FaultName): name is NowFault {
  return FAULTS[name].scope === 'now'
}

/** Sends what the SDK's types do not know. */
async function notifyRaw(turn: Turn, method: string, params: unknown): Promise<void> {
  await turn.runtime.wire.writeLine(JSON.stringify({ jsonrpc: '2.0', method, params }))
}

/** Sends a request that the client should refuse, and says what came back. */
async function ask(turn: Turn, method: string, params: unknown): Promise<void> {
  const response = await turn.runtime.wire.requestRaw(`raw-${turn.nextCallId()}`, method, params)
  const how = response.error === undefined ? 'with a result' : `with error ${response.error.code}`
  await say(turn, `The client answered ${method} ${how}.`)
}
