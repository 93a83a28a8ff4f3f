import * as z from 'zod/mini'
import { Attachment } from '../commands/attachments.ts'
import { Sha256 } from '../ids.ts'

/**
 * The kinds of entry that this software makes, in ACP's vocabulary. A reader must survive any other.
 */
export const ENTRY_KINDS = ['user_message', 'agent_message', 'agent_thought', 'tool_call', 'plan', 'notice'] as const

/** A part that was too large for a body: the whole by hash, and its beginning. */
export const BlobRef = z.looseObject({
  type: z.literal('blob'),
  sha256: Sha256,
  bytes: z.int(),
  mediaType: z.string(),
  /** The first part of the text, for showing; empty for binary. */
  preview: z.string(),
})
/** A part that was too large for a body. */
export type BlobRef = z.infer<typeof BlobRef>

/** One piece of what a tool call shows. `oldText` null: the file is new. Unknown types are kept and shown raw. */
export const ToolContent = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({
    type: z.literal('diff'),
    path: z.string(),
    oldText: z.nullable(z.union([z.string(), BlobRef])),
    newText: z.union([z.string(), BlobRef]),
  }),
  BlobRef,
  z.looseObject({ type: z.string() }),
])
/** One piece of what a tool call shows. */
export type ToolContent = z.infer<typeof ToolContent>

/** The body of a `user_message`. `by` is a name to show; `commandId` the prompt that it came from. */
export const UserMessageBody = z.looseObject({
  text: z.string(),
  by: z.optional(z.nullable(z.looseObject({ personName: z.string(), deviceName: z.string() }))),
  commandId: z.optional(z.nullable(z.string())),
  /** Files that went with it. */
  attachments: z.optional(z.array(Attachment)),
})
/** The body of a `user_message`. */
export type UserMessageBody = z.infer<typeof UserMessageBody>

/**
 * The body of an `agent_message` or an `agent_thought`. A thought, like a tool call, may say in `tookMs` how long it
 * took by the runner's clock.
 */
export const TextBody = z.looseObject({ text: z.string() })
/** The body of an `agent_message` or an `agent_thought`. */
export type TextBody = z.infer<typeof TextBody>

/** The body of a `tool_call`. Status is ACP's: pending, in_progress, completed, failed; ours adds cancelled. */
export const ToolCallBody = z.looseObject({
  toolCallId: z.string(),
  title: z.string(),
  toolKind: z.string(),
  status: z.string(),
  command: z.optional(z.nullable(z.string())),
  locations: z.optional(z.array(z.string())),
  content: z.optional(z.array(ToolContent)),
  rawInput: z.optional(z.unknown()),
  rawOutput: z.optional(z.unknown()),
})
/** The body of a `tool_call`. */
export type ToolCallBody = z.infer<typeof ToolCallBody>

/** The body of a `plan`. */
export const PlanBody = z.looseObject({
  steps: z.array(z.looseObject({ content: z.string(), status: z.string(), priority: z.optional(z.string()) })),
})
/** The body of a `plan`. */
export type PlanBody = z.infer<typeof PlanBody>

/** The body of a `notice`: something that the runner or the harness has to say outside the conversation. */
export const NoticeBody = z.looseObject({ text: z.string(), level: z.enum(['info', 'warning', 'error']) })
/** The body of a `notice`. */
export type NoticeBody = z.infer<typeof NoticeBody>
