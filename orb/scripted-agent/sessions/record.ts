import * as z from 'zod/mini'

/** The modes of a session. `ask` asks before it changes anything, `auto` never asks. */
export const MODES = [
  { id: 'ask', name: 'Ask first', description: 'Asks before it changes a file or runs a command' },
  { id: 'auto', name: 'Go ahead', description: 'Changes files and runs commands without asking' },
] as const

/** The id of a mode. */
export const ModeId = z.enum(['ask', 'auto'])
/** The id of a mode. */
export type ModeId = z.infer<typeof ModeId>

/** What a person may set for a session. */
export const SessionOptions = z.object({
  model: z._default(z.enum(['script-1', 'script-2']), 'script-1'),
  thoughts: z._default(z.enum(['full', 'none']), 'full'),
  pace: z._default(z.enum(['normal', 'slow', 'instant']), 'normal'),
  checks: z._default(z.boolean(), true),
})
/** What a person may set for a session. */
export type SessionOptions = z.infer<typeof SessionOptions>

/** What is kept of a session besides its history. */
export const SessionRecord = z.object({
  sessionId: z.string().check(z.regex(/^[a-z0-9]{1,64}$/)),
  cwd: z.string(),
  title: z.nullable(z.string()),
  modeId: z._default(ModeId, 'ask'),
  options: SessionOptions,
  /** How many prompts it has had: the ids of messages and tool calls begin with it. */
  turns: z.int(),
  /** Characters read and written so far; four of them count as a token. */
  characters: z.int(),
  /** ISO 8601. */
  updatedAt: z.string(),
})
/** What is kept of a session besides its history. */
export type SessionRecord = z.infer<typeof SessionRecord>

/** A new session in a workspace, as it starts. */
export function newRecord(sessionId: string, cwd: string, modeId: ModeId): SessionRecord {
  return {
    sessionId,
    cwd,
    title: null,
    modeId,
    options: { model: 'script-1', thoughts: 'full', pace: 'normal', checks: true },
    turns: 0,
    characters: 0,
    updatedAt: new Date().toISOString(),
  }
}
