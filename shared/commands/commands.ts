import * as z from 'zod/mini'
import { Id, Millis, Ordinal } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { Actor } from '../approvals/decision.ts'
import { DecisionContent } from '../approvals/request.ts'
import { Attachments } from './attachments.ts'

const Title = z.string().check(z.minLength(1), z.maxLength(LIMITS.nameChars))
const PromptText = z.string().check(z.minLength(1), z.maxLength(LIMITS.promptBytes))

/** Give the agent a task. While a run goes on, the runner lets it wait its turn. */
export const PromptCommand = z.object({
  kind: z.literal('prompt'),
  threadId: Id,
  text: PromptText,
  attachments: z.optional(Attachments),
})
/** Stop the present run of a thread; open approvals of it are withdrawn. */
export const CancelCommand = z.object({ kind: z.literal('cancel'), threadId: Id, runId: z.nullable(Id) })
/** Begin a new thread, under an id that its maker chose; `sessionId`: in this session of the harness, taken up again. */
export const NewThreadCommand = z.object({
  kind: z.literal('thread.new'),
  threadId: Id,
  title: z.nullable(Title),
  sessionId: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(1000)))),
})
/** Name a thread. */
export const RenameThreadCommand = z.object({ kind: z.literal('thread.rename'), threadId: Id, title: Title })
/** Put a thread away, or take it back. */
export const ArchiveThreadCommand = z.object({ kind: z.literal('thread.archive'), threadId: Id, archived: z.boolean() })
/**
 * Change a setting of a thread's session. One with which the agent asks less is not changed by this: the runner raises
 * an approval for it, so that it takes a signed decision.
 */
export const SetThreadCommand = z.object({
  kind: z.literal('thread.set'),
  threadId: Id,
  setting: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('mode'), modeId: z.string().check(z.minLength(1), z.maxLength(1000)) }),
    z.object({
      kind: z.literal('option'),
      optionId: z.string().check(z.minLength(1), z.maxLength(1000)),
      value: z.string().check(z.maxLength(1000)),
    }),
  ]),
})
/** Change a setting of a thread's session. */
export type SetThreadCommand = z.infer<typeof SetThreadCommand>
/** Stop the harness process and start it anew; threads are resumed where it can. */
export const RestartHarnessCommand = z.object({ kind: z.literal('harness.restart') })
/** Stop every run of the orb and forget prompts that still wait in the runner. */
export const StopCommand = z.object({ kind: z.literal('stop') })

/** What a person may ask for by POST /api/orbs/:orbId/commands. */
export const RequestedCommand = z.discriminatedUnion('kind', [
  PromptCommand,
  CancelCommand,
  NewThreadCommand,
  RenameThreadCommand,
  ArchiveThreadCommand,
  SetThreadCommand,
  RestartHarnessCommand,
  StopCommand,
])
/** What a person may ask for. */
export type RequestedCommand = z.infer<typeof RequestedCommand>

/** The answer to a permission, made by the relay from a recorded decision. */
export const DecideCommand = z.object({
  kind: z.literal('decide'),
  threadId: Id,
  approvalId: Id,
  nonce: Id,
  digest: z.string(),
  verdict: z.enum(['allow', 'deny']),
  optionId: z.nullable(z.string()),
  content: DecisionContent,
  contentHash: z.string(),
  rosterVersion: z.int(),
  signature: z.nullable(z.string()),
})
/** The answer to a question, made by the relay from a recorded decision. */
export const AnswerCommand = z.object({
  kind: z.literal('answer'),
  threadId: Id,
  approvalId: Id,
  nonce: Id,
  digest: z.string(),
  content: DecisionContent,
  contentHash: z.string(),
  rosterVersion: z.int(),
  signature: z.nullable(z.string()),
})

/** Every command that the link carries down. */
export const CommandBody = z.discriminatedUnion('kind', [
  PromptCommand,
  CancelCommand,
  NewThreadCommand,
  RenameThreadCommand,
  ArchiveThreadCommand,
  SetThreadCommand,
  RestartHarnessCommand,
  StopCommand,
  DecideCommand,
  AnswerCommand,
])
/** Every command that the link carries down. */
export type CommandBody = z.infer<typeof CommandBody>

/** The body of POST /api/orbs/:orbId/commands. `commandId` is minted once and makes a repetition harmless. */
export const CommandRequest = z.object({ commandId: Id, fence: Ordinal, command: RequestedCommand })
/** The body of POST /api/orbs/:orbId/commands. */
export type CommandRequest = z.infer<typeof CommandRequest>

/** How far a command has come. */
export const CommandState = z.enum(['recorded', 'delivered', 'applied', 'refused', 'undeliverable', 'unknown'])
/** How far a command has come. */
export type CommandState = z.infer<typeof CommandState>

/** What became of a command request at the relay. `repeated`: this id was recorded before, with the same content. */
export const CommandOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('recorded'),
    commandId: Id,
    cmdSeq: Ordinal,
    at: Millis,
    state: CommandState,
    repeated: z.boolean(),
  }),
  z.object({ outcome: z.literal('conflict'), message: z.string() }),
  z.object({ outcome: z.literal('stale-fence'), fence: Ordinal }),
  z.object({ outcome: z.literal('gone'), message: z.string() }),
  z.object({ outcome: z.literal('forbidden'), message: z.string() }),
])
/** What became of a command request at the relay. */
export type CommandOutcome = z.infer<typeof CommandOutcome>

/** A command as the link carries it. The runner executes by rising `cmdSeq` and each `commandId` at most once. */
export const LinkCommand = z.looseObject({
  commandId: Id,
  cmdSeq: Ordinal,
  generation: z.int(),
  fence: Ordinal,
  at: Millis,
  by: Actor,
  command: CommandBody,
})
/** A command as the link carries it. */
export type LinkCommand = z.infer<typeof LinkCommand>
