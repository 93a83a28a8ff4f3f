import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { dirname } from 'node:path'
import type { JsonObject } from '../json-rpc.ts'
import { listIn, textIn } from './fields.ts'
import { branchOf, hasMessages } from './history.ts'
import type { PiConnection } from './pi-connection.ts'
import { readSettings, type PiSettings } from './settings.ts'

/** Pi's calls about the one session that it is in. */
export class PiSessions {
  readonly #connection: PiConnection

  constructor(connection: PiConnection) {
    this.#connection = connection
  }

  /** The commands that Pi knows, our gate among them. */
  async commands(): Promise<JsonObject[]> {
    return listIn(await this.#connection.call('get_commands'), 'commands')
  }

  /** What is set in the present session. */
  async settings(): Promise<PiSettings> {
    const state = await this.#connection.call('get_state')
    const models = await this.#connection.call('get_available_models')
    // A model has to be there before its levels can be asked for, and old versions know no such call.
    const levels = await this.#connection.call('get_available_thinking_levels').catch(unlessGone)
    return readSettings(state, models, levels, await this.#connection.call('get_commands'))
  }

  /** How full the session's context is, and what it has cost. */
  stats(): Promise<JsonObject> {
    return this.#connection.call('get_session_stats').catch(unlessGone)
  }

  /** The session file, which is the id under which a session can be taken up. */
  async file(): Promise<string> {
    const state = await this.#connection.call('get_state')
    const id = textIn(state, 'sessionFile') ?? textIn(state, 'sessionId')
    if (id === null) throw new PerigeeError('unavailable', 'The agent opened a session that has no name.')
    return id
  }

  /** Begins a session; gives its file. */
  async begin(): Promise<string> {
    const { cancelled } = await this.#connection.call('new_session')
    if (cancelled === true) throw new PerigeeError('unavailable', 'An extension of the agent refused a new session.')
    return this.file()
  }

  /**
   * Goes into a session that there is; gives its entries, oldest first. Pi would make any other file into a session.
   * @throws PerigeeError where it is none of this workspace's, or nothing was said in it
   */
  async enter(file: string): Promise<JsonObject[]> {
    if (dirname(file) !== dirname(await this.file()) || !file.endsWith('.jsonl')) {
      throw new PerigeeError('not-found', 'The agent has no such session of this workspace.')
    }
    const { cancelled } = await this.#connection.call('switch_session', { sessionPath: file })
    if (cancelled === true) throw new PerigeeError('unavailable', 'An extension of the agent refused that session.')
    const entries = branchOf(await this.#connection.call('get_entries'))
    if (!hasMessages(entries)) throw new PerigeeError('not-found', 'The agent knows nothing of that session.')
    return entries
  }
}

/** What Pi refuses to tell is not known; a process that is gone is another matter. */
function unlessGone(error: unknown): JsonObject {
  if (error instanceof PerigeeError) return {}
  throw error
}
