import {
  agent,
  type AgentApp,
  type AgentConnection,
  PROTOCOL_VERSION,
  RequestError,
  type SessionConfigOption,
} from '@agentclientprotocol/sdk'
import { setTimeout } from 'node:timers/promises'
import { SOFTWARE } from '../../shared/version.ts'
import type { Flags } from './flags.ts'
import { LiveSessions } from './sessions/live-sessions.ts'
import type { SessionRecord } from './sessions/record.ts'
import { replay } from './sessions/replay.ts'
import type { SessionStore } from './sessions/session-store.ts'
import { configOptions, modeState, withSetting } from './sessions/settings.ts'
import { showCommands, showSettings } from './sessions/show-settings.ts'
import type { Runtime } from './turns/runtime.ts'
import { runPrompt } from './turns/run-turn.ts'
import type { Wire } from './wire/wire.ts'

/** How late initialize is answered by the fault `slow-start`, in milliseconds. */
const SLOW_START_MS = 5000

/** Serves one client; `stop` ends what runs for it, commands included. */
export function serveAgent(
  flags: Flags,
  wire: Wire,
  store: SessionStore,
): { connection: AgentConnection; stop: () => void } {
  const runtime: Runtime = { flags, wire, store, capabilities: {}, client: () => connection.client }
  const sessions = new LiveSessions(runtime)
  const connection = answerRequests(runtime, sessions).connect(wire.stream)
  const stop = () => {
    sessions.cancelAll()
    store.flush()
  }
  return { connection, stop }
}

/** The agent's side of ACP version 1. */
function answerRequests(runtime: Runtime, sessions: LiveSessions): AgentApp {
  const { faults } = runtime.flags

  const settings = (record: SessionRecord) => ({
    modes: modeState(record),
    configOptions: configOptions(record, runtime.capabilities),
  })
  const change = async (sessionId: string, id: string, value: unknown): Promise<SessionConfigOption[]> => {
    const session = sessions.get(sessionId)
    const refused = id === 'mode' ? faults.get('mode-refused') : null
    if (refused === 'silent') return configOptions(session.record, runtime.capabilities)
    if (refused !== null) throw RequestError.invalidParams({ id, value }, 'The mode cannot be changed now')
    const changed = withSetting(session.record, id, value)
    if (changed === null) throw RequestError.invalidParams({ id, value }, 'There is no such setting or value')
    session.record = changed
    await showSettings(runtime, changed)
    return configOptions(changed, runtime.capabilities)
  }
  const open = async (sessionId: string, cwd: string) => {
    if (faults.has('load-fails')) throw new RequestError(-32603, 'No previous sessions found for this project')
    return sessions.open(sessionId, cwd)
  }
  /** After the result: before it, a new session's id means nothing to the client. The client may have gone by then. */
  const afterwards = (work: () => Promise<void>) => setImmediate(() => void work().catch(() => {}))

  return agent({ name: 'scripted-agent' })
    .onRequest('initialize', async ({ params }) => {
      const slow = faults.get('slow-start')
      if (slow !== null) await setTimeout(Number(slow) || SLOW_START_MS)
      runtime.capabilities = params.clientCapabilities ?? {}
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'scripted-agent', title: 'Scripted agent', version: SOFTWARE },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: faults.has('text-only') ? {} : { image: true, audio: false, embeddedContext: true },
          sessionCapabilities: { list: {}, resume: {}, close: {} },
        },
        authMethods: [],
      }
    })
    .onRequest('authenticate', () => ({}))
    .onRequest('session/new', async ({ params }) => {
      const { record } = await sessions.create(params.cwd)
      afterwards(() => showCommands(runtime, record.sessionId))
      return { sessionId: record.sessionId, ...settings(record) }
    })
    .onRequest('session/list', ({ params }) => {
      const records = runtime.store.list().filter((record) => !params.cwd || record.cwd === params.cwd)
      return { sessions: records.map(({ sessionId, cwd, title, updatedAt }) => ({ sessionId, cwd, title, updatedAt })) }
    })
    .onRequest('session/load', async ({ params }) => {
      const { record } = await open(params.sessionId, params.cwd)
      const late = faults.has('replay-after-load')
      if (!late) await replay(runtime, record.sessionId)
      afterwards(async () => {
        if (late) await replay(runtime, record.sessionId)
        await showCommands(runtime, record.sessionId)
      })
      return settings(record)
    })
    .onRequest('session/resume', async ({ params }) => {
      const { record } = await open(params.sessionId, params.cwd)
      afterwards(() => showCommands(runtime, record.sessionId))
      return settings(record)
    })
    .onRequest('session/close', async ({ params }) => {
      await sessions.close(params.sessionId)
      return {}
    })
    .onRequest('session/set_mode', async ({ params }) => {
      await change(params.sessionId, 'mode', params.modeId)
      return {}
    })
    .onRequest('session/set_config_option', async ({ params }) => ({
      configOptions: await change(params.sessionId, params.configId, params.value),
    }))
    .onRequest('session/prompt', ({ params, signal }) =>
      runPrompt(runtime, sessions.get(params.sessionId), params.prompt, signal),
    )
    .onNotification('session/cancel', ({ params }) => sessions.cancel(params.sessionId))
}
