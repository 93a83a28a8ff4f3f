import {
  methods,
  type ClientContext,
  type ContentBlock,
  type InitializeRequest,
  type PromptRequest,
} from '@agentclientprotocol/sdk'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { SOFTWARE } from '../../../shared/version.ts'
import { cutName } from '../../transcripts/tool-call.ts'
import type { DriverHandlers, HarnessDriver, HarnessFacts, ListedSessions, OpenedSession } from '../driver.ts'
import { isObject, type JsonObject } from '../json-rpc.ts'
import type { HarnessProcess } from '../provider.ts'
import { AcpConnection } from './acp-connection.ts'
import { acpError } from './acp-error.ts'

/** The stable wire version of ACP. */
const ACP_VERSION = 1
/** Longer than any harness's ids; an answer may hold anything. */
const ID_CHARS = 1000

const GREETING: InitializeRequest = {
  protocolVersion: ACP_VERSION,
  clientInfo: { name: 'perigee', title: 'Perigee', version: SOFTWARE },
  clientCapabilities: {
    // The agent works where the runner is: it needs no file system and no terminal of ours.
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    elicitation: { form: {}, url: {} },
    session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
  },
}

/** Drives a harness over ACP version 1. */
export class AcpDriver implements HarnessDriver {
  readonly #connection: AcpConnection
  readonly #signIn: string | null

  /** `signIn` says how a person signs in to the harness; null: as usual. */
  constructor(process: HarnessProcess, handlers: DriverHandlers, signIn: string | null = null) {
    this.#signIn = signIn
    this.#connection = new AcpConnection(process, handlers)
  }

  async initialize(): Promise<HarnessFacts> {
    const answer = await this.#ask((agent) => agent.request(methods.agent.initialize, GREETING))
    if (answer['protocolVersion'] !== ACP_VERSION) {
      const theirs = cutName(String(answer['protocolVersion']), 20)
      throw new PerigeeError('not-supported', `The agent speaks ACP version ${theirs}; this runner speaks version 1.`)
    }
    const info = objectIn(answer, 'agentInfo')
    const capabilities = objectIn(answer, 'agentCapabilities')
    const session = objectIn(capabilities, 'sessionCapabilities')
    const prompts = objectIn(capabilities, 'promptCapabilities')
    return {
      name: cutName(textIn(info, 'title') ?? textIn(info, 'name') ?? ''),
      version: cutName(textIn(info, 'version') ?? ''),
      takesUp: isObject(session['resume']) ? 'resume' : capabilities['loadSession'] === true ? 'load' : null,
      listsSessions: isObject(session['list']),
      takes: { images: prompts['image'] === true, files: prompts['embeddedContext'] === true },
    }
  }

  async authenticate(methodId: string): Promise<void> {
    await this.#ask((agent) => agent.request(methods.agent.authenticate, { methodId }))
  }

  async newSession(cwd: string): Promise<OpenedSession> {
    const answer = await this.#ask((agent) => agent.request(methods.agent.session.new, { cwd, mcpServers: [] }))
    const { sessionId } = answer
    if (typeof sessionId !== 'string' || sessionId === '' || sessionId.length > ID_CHARS) {
      throw new PerigeeError('unavailable', 'The agent opened a session under an id that cannot be used.')
    }
    return { sessionId, answer }
  }

  async takeUp(sessionId: string, cwd: string, how: 'resume' | 'load'): Promise<OpenedSession> {
    const params = { sessionId, cwd, mcpServers: [] }
    const { resume, load } = methods.agent.session
    const answer = await this.#ask((agent): Promise<unknown> =>
      how === 'resume' ? agent.request(resume, params) : agent.request(load, params),
    )
    return { sessionId, answer }
  }

  async listSessions(cwd: string, cursor: string | null): Promise<ListedSessions> {
    const params = { cwd, ...(cursor === null ? {} : { cursor }) }
    const { sessions, nextCursor } = await this.#ask((agent) => agent.request(methods.agent.session.list, params))
    return {
      sessions: Array.isArray(sessions) ? sessions.filter(isObject) : [],
      nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : null,
    }
  }

  prompt(
    sessionId: string,
    text: string,
    written: () => void,
    more: readonly ContentBlock[] = [],
  ): Promise<JsonObject> {
    const params: PromptRequest = { sessionId, prompt: [{ type: 'text', text }, ...more] }
    this.#connection.whenWritten(params, written)
    return this.#ask((agent) => agent.request(methods.agent.session.prompt, params))
  }

  async cancel(sessionId: string): Promise<void> {
    await this.#connection.agent.notify(methods.agent.session.cancel, { sessionId })
  }

  setMode(sessionId: string, modeId: string): Promise<JsonObject> {
    return this.#ask((agent) => agent.request(methods.agent.session.setMode, { sessionId, modeId }))
  }

  setOption(sessionId: string, optionId: string, value: string | boolean): Promise<JsonObject> {
    const where = { sessionId, configId: optionId }
    const params = typeof value === 'boolean' ? { ...where, type: 'boolean' as const, value } : { ...where, value }
    return this.#ask((agent) => agent.request(methods.agent.session.setConfigOption, params))
  }

  async setModel(sessionId: string, modelId: string): Promise<void> {
    // In no schema any more, and still the only way of some harnesses.
    await this.#ask((agent) => agent.request('session/set_model', { sessionId, modelId }))
  }

  /** The SDK's types are a promise that a harness need not keep. */
  async #ask(send: (agent: ClientContext) => Promise<unknown>): Promise<JsonObject> {
    try {
      const answer = await send(this.#connection.agent)
      return isObject(answer) ? answer : {}
    } catch (error) {
      throw acpError(error, this.#signIn)
    }
  }
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name]
  return isObject(value) ? value : {}
}

function textIn(object: JsonObject, name: string): string | null {
  const value = object[name]
  return typeof value === 'string' && value !== '' ? value : null
}
