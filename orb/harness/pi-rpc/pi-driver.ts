import type { ContentBlock } from '@agentclientprotocol/sdk'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import type { DriverHandlers, HarnessDriver, HarnessFacts, ListedSessions, OpenedSession } from '../driver.ts'
import type { JsonObject } from '../json-rpc.ts'
import type { HarnessProcess } from '../provider.ts'
import { Dialogs } from './dialogs.ts'
import { EventUpdates } from './event-updates.ts'
import { textIn } from './fields.ts'
import { historyUpdates } from './history.ts'
import { PiConnection } from './pi-connection.ts'
import { PiSessions } from './pi-session.ts'
import {
  ASKS,
  commandsUpdate,
  configOptions,
  modelNamed,
  modesOf,
  sessionAnswer,
  usageUpdate,
  versionIn,
  type PiSettings,
} from './settings.ts'
import { piPrompt } from './prompt.ts'
import { Turn } from './turn.ts'

interface Current {
  readonly sessionId: string
  readonly cwd: string
  readonly updates: EventUpdates
}

/** Drives Pi over its own RPC. A process of it is in one session at a time: it is moved from one to the other. */
export class PiDriver implements HarnessDriver {
  readonly #handlers: DriverHandlers
  readonly #connection: PiConnection
  readonly #sessions: PiSessions
  readonly #dialogs: Dialogs
  /** Null while Pi goes from one session to another: what it tells then belongs to neither. */
  #current: Current | null = null
  #turn: { readonly sessionId: string; readonly turn: Turn } | null = null
  #lane: Promise<unknown> = Promise.resolve()

  constructor(process: HarnessProcess, handlers: DriverHandlers) {
    this.#handlers = handlers
    this.#connection = new PiConnection(process, {
      ...handlers,
      onRecord: (record, line) => this.#heard(record, line),
      onEnded: () => {
        handlers.onEnded()
        this.#turn?.turn.lost()
      },
    })
    this.#sessions = new PiSessions(this.#connection)
    this.#dialogs = new Dialogs(handlers, (record) => this.#connection.write(record))
  }

  async initialize(): Promise<HarnessFacts> {
    const version = versionIn(await this.#sessions.commands())
    return { name: 'Pi', version, takesUp: 'load', listsSessions: false, takes: { images: true, files: false } }
  }

  authenticate(): Promise<void> {
    throw new PerigeeError('not-supported', 'Pi is signed in to in a terminal.')
  }

  newSession(cwd: string): Promise<OpenedSession> {
    return this.#alone(async () => {
      this.#current = null
      return this.#opened(await this.#sessions.begin(), cwd)
    })
  }

  takeUp(sessionId: string, cwd: string, how: 'resume' | 'load'): Promise<OpenedSession> {
    return this.#alone(async () => {
      this.#current = null
      const entries = await this.#sessions.enter(sessionId)
      const told = how === 'load' ? historyUpdates(entries, cwd) : []
      for (const update of told) await this.#handlers.onUpdate(sessionId, update)
      return this.#opened(sessionId, cwd)
    })
  }

  listSessions(): Promise<ListedSessions> {
    return Promise.resolve({ sessions: [], nextCursor: null })
  }

  prompt(
    sessionId: string,
    text: string,
    written: () => void,
    more: readonly ContentBlock[] = [],
  ): Promise<JsonObject> {
    return this.#alone(async () => {
      await this.#enter(sessionId)
      const turn = new Turn()
      this.#turn = { sessionId, turn }
      try {
        const { disposition } = await this.#connection.call('prompt', piPrompt(text, more), written)
        turn.accepted(disposition)
        return await turn.ended
      } finally {
        this.#turn = null
        this.#dialogs.turnEnded()
        await this.#tellUsage(sessionId)
      }
    })
  }

  async cancel(sessionId: string): Promise<void> {
    if (this.#turn?.sessionId !== sessionId) return
    // Pi answers when the turn is over, and that is told by the turn itself.
    await new Promise<void>((told, failed) => {
      this.#connection.call('abort', {}, told).catch(failed)
    })
  }

  async setMode(sessionId: string, modeId: string): Promise<JsonObject> {
    if (modeId !== ASKS) throw new PerigeeError('not-supported', 'This agent asks first, or it is not used at all.')
    const { currentModeId } = modesOf(await this.#sessions.commands())
    await this.#handlers.onUpdate(sessionId, { sessionUpdate: 'current_mode_update', currentModeId })
    return {}
  }

  setOption(sessionId: string, optionId: string, value: string | boolean): Promise<JsonObject> {
    return this.#inSession(sessionId, async () => {
      if (optionId === 'model') await this.#chooseModel(String(value))
      else if (optionId === 'thinking') await this.#connection.call('set_thinking_level', { level: String(value) })
      else throw new PerigeeError('not-found', 'The agent has no such setting.')
      return { configOptions: configOptions(await this.#sessions.settings()) }
    })
  }

  async setModel(sessionId: string, modelId: string): Promise<void> {
    await this.setOption(sessionId, 'model', modelId)
  }

  async #chooseModel(value: string): Promise<void> {
    const { models } = await this.#sessions.settings()
    const model = modelNamed(models, value)
    if (model === null) throw new PerigeeError('not-found', 'The agent has no such model.')
    await this.#connection.call('set_model', { provider: textIn(model, 'provider'), modelId: textIn(model, 'id') })
  }

  async #opened(sessionId: string, cwd: string): Promise<OpenedSession> {
    this.#current = { sessionId, cwd, updates: new EventUpdates(cwd) }
    const settings = await this.#sessions.settings()
    this.#tellLater(sessionId, settings)
    return { sessionId, answer: sessionAnswer(settings) }
  }

  /** Moves Pi into a session of this process, where it is in another. */
  async #enter(sessionId: string): Promise<void> {
    const before = this.#current
    if (before?.sessionId === sessionId) return
    this.#current = null
    await this.#sessions.enter(sessionId)
    const cwd = before?.cwd ?? process.cwd()
    this.#current = { sessionId, cwd, updates: new EventUpdates(cwd) }
    const { currentModeId } = modesOf(await this.#sessions.commands())
    await this.#handlers.onUpdate(sessionId, { sessionUpdate: 'current_mode_update', currentModeId })
  }

  /** Settings of the present session can be changed while it works; those of another have to wait. */
  #inSession<T>(sessionId: string, change: () => Promise<T>): Promise<T> {
    if (this.#current?.sessionId === sessionId) return change()
    return this.#alone(async () => {
      await this.#enter(sessionId)
      return change()
    })
  }

  /** One at a time: a new session, or another one, would end the turn of the present one. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#lane.then(work)
    this.#lane = mine.catch(() => {})
    return mine
  }

  async #heard(record: JsonObject, line: Buffer): Promise<void> {
    const current = this.#current
    const { type } = record
    if (type === 'extension_ui_request') {
      return this.#dialogs.take(current?.sessionId ?? null, current?.updates ?? null, record, line)
    }
    if (current !== null) {
      for (const update of current.updates.take(record)) await this.#handlers.onUpdate(current.sessionId, update)
      if (type === 'thinking_level_changed') void this.#tellOptions(current.sessionId)
    }
    const { toolCallId, isError } = record
    if (type === 'tool_execution_end' && isError === true) this.#dialogs.callFailed(String(toolCallId))
    this.#turn?.turn.take(record)
  }

  /** What a session has besides its answer, once whoever opened it knows its id. */
  #tellLater(sessionId: string, { state, commands }: PiSettings): void {
    setImmediate(() => {
      const title = textIn(state, 'sessionName')
      const updates = [
        commandsUpdate(commands),
        ...(title === null ? [] : [{ sessionUpdate: 'session_info_update', title }]),
      ]
      void this.#tell(sessionId, updates)
    })
  }

  async #tellOptions(sessionId: string): Promise<void> {
    try {
      const options = configOptions(await this.#sessions.settings())
      await this.#tell(sessionId, [{ sessionUpdate: 'config_option_update', configOptions: options }])
    } catch {
      // The process is gone.
    }
  }

  async #tellUsage(sessionId: string): Promise<void> {
    try {
      const usage = usageUpdate(await this.#sessions.stats())
      if (usage !== null) await this.#tell(sessionId, [usage])
    } catch {
      // The process is gone: how the turn ended is known all the same.
    }
  }

  async #tell(sessionId: string, updates: readonly JsonObject[]): Promise<void> {
    try {
      for (const update of updates) await this.#handlers.onUpdate(sessionId, update)
    } catch (error) {
      this.#handlers.onTrouble(error)
    }
  }
}
