import type { AgentContext, ClientCapabilities, ToolKind } from '@agentclientprotocol/sdk'
import type { Flags } from '../flags.ts'
import type { SessionRecord } from '../sessions/record.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { Wire } from '../wire/wire.ts'
import type { Turn } from './turn.ts'

/** What the whole process has one of. */
export type Runtime = {
  flags: Flags
  wire: Wire
  store: SessionStore
  /** The way to the client: a function, because the handlers are made before the connection. */
  client: () => AgentContext
  /** What the client said that it can do; nothing before initialize. */
  capabilities: ClientCapabilities
}

/** A session in use. */
export type LiveSession = {
  record: SessionRecord
  /** Standing answers of this process, by kind of tool: what "always" means here. */
  standing: Map<ToolKind, 'allowed' | 'refused'>
  /** The turn that runs now. */
  turn: Turn | null
  /** Resolves when the turns asked for so far have ended. */
  idle: Promise<void>
}
