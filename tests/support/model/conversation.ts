import type { JsonSchema } from './smallest-value.ts'

/** A tool that a harness offers with its request. */
export type OfferedTool = {
  name: string
  parameters: JsonSchema
  /** Its input is a text in place of named arguments. */
  freeform?: true
  /** The group that it belongs to, where a dialect has groups. */
  namespace?: string
}

/** A call of an offered tool. */
export type ToolCall = {
  name: string
  arguments: Record<string, unknown>
  /** The whole input of a tool that takes a text. */
  freeform?: string
  namespace?: string
}

/** What was said before, as far as a scripted reply depends on it. */
export type Turn = { from: 'person'; text: string } | { from: 'tool' }

/** What a request asks for, whatever dialect it is in. */
export type Conversation = {
  model: string
  streamed: boolean
  /** Oldest first. What the model said itself is left out. */
  turns: Turn[]
  tools: OfferedTool[]
  /** The form of the JSON that is wanted as the answer; null where a text will do. */
  answerSchema: JsonSchema | null
}

/** A piece of a reply, in the order in which it is sent. `whole` text is sent in one chunk. */
export type ReplyPart =
  | { kind: 'text'; text: string; whole?: true }
  | { kind: 'thought'; text: string }
  | { kind: 'pause'; ms: number }
  | { kind: 'call'; call: ToolCall }

/** What the model answers: a reply, or an HTTP error. */
export type Reply = { kind: 'parts'; parts: ReplyPart[] } | { kind: 'error'; status: number; message: string }
