import { RequestError } from '@agentclientprotocol/sdk'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createProject } from '../template.ts'
import type { LiveSession, Runtime } from '../turns/runtime.ts'
import { newRecord, type SessionRecord } from './record.ts'

/** ACP's "resource not found". */
const NOT_FOUND = -32002

/** The sessions in use in this process. */
export class LiveSessions {
  readonly #runtime: Runtime
  readonly #live = new Map<string, LiveSession>()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** Starts a session in a workspace, with the small web project in it where the flags ask for that. */
  async create(cwd: string): Promise<LiveSession> {
    await this.#prepare(cwd)
    return this.#use(newRecord(randomBytes(12).toString('hex'), cwd, this.#firstMode()))
  }

  /** Takes up a kept session, from this or an earlier process; throws where there is none. */
  async open(sessionId: string, cwd: string): Promise<LiveSession> {
    const record = this.#runtime.store.read(sessionId)
    if (record === null) throw new RequestError(NOT_FOUND, `There is no session ${sessionId}`)
    await this.#prepare(cwd)
    const { faults } = this.#runtime.flags
    const modeId = faults.has('auto-mode-by-default') || faults.has('mode-lost') ? 'auto' : record.modeId
    return this.#use({ ...record, cwd, modeId })
  }

  /** A session in use; throws where it is not. */
  get(sessionId: string): LiveSession {
    const session = this.#live.get(sessionId)
    if (session === undefined) throw new RequestError(NOT_FOUND, `There is no open session ${sessionId}`)
    return session
  }

  /** Cancels what runs in a session, if anything does. */
  cancel(sessionId: string): void {
    this.#live.get(sessionId)?.turn?.cancel()
  }

  /** Cancels what runs in every session. */
  cancelAll(): void {
    for (const session of this.#live.values()) session.turn?.cancel()
  }

  /** Stops using a session; it can be taken up again. */
  async close(sessionId: string): Promise<void> {
    const session = this.get(sessionId)
    session.turn?.cancel()
    await session.idle
    this.#live.delete(sessionId)
  }

  #use(record: SessionRecord): LiveSession {
    const before = this.#live.get(record.sessionId)
    before?.turn?.cancel()
    const session: LiveSession = { record, standing: new Map(), turn: null, idle: before?.idle ?? Promise.resolve() }
    this.#live.set(record.sessionId, session)
    this.#runtime.store.save(record)
    return session
  }

  #firstMode(): SessionRecord['modeId'] {
    return this.#runtime.flags.faults.has('auto-mode-by-default') ? 'auto' : 'ask'
  }

  async #prepare(cwd: string): Promise<void> {
    if (this.#runtime.flags.createProject) await createProject(cwd)
    if (!existsSync(cwd)) throw RequestError.invalidParams({ cwd }, `There is no folder ${cwd}`)
  }
}
