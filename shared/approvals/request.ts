import * as z from 'zod/mini'
import { Id, Millis, Sha256 } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { digestOf } from '../json/digest.ts'

/** The four kinds of option that ACP knows; anything else is kept as it came and treated as unknown. */
export const OptionKind = z.enum(['allow_once', 'allow_always', 'reject_once', 'reject_always'])
/** The kind of an option. */
export type OptionKind = z.infer<typeof OptionKind>

/** One answer that the harness offers. `optionId` survives the trip untouched; people and code choose by `kind`. */
export const ApprovalOption = z.object({
  optionId: z.string().check(z.maxLength(1000)),
  name: z.string().check(z.maxLength(1000)),
  kind: z.string().check(z.maxLength(64)),
})
/** One answer that the harness offers. */
export type ApprovalOption = z.infer<typeof ApprovalOption>

/** A field of a question: what the person is asked to fill in. */
export const QuestionField = z.object({
  name: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  type: z.enum(['choice', 'choices', 'text', 'number', 'boolean']),
  required: z.boolean(),
  /** For `choice` and `choices`: what may be chosen. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
})
/** A field of a question. */
export type QuestionField = z.infer<typeof QuestionField>

/** A question with its fields; `url` is set where the answer is given on a page elsewhere. */
export const Question = z.object({
  message: z.string(),
  fields: z.array(QuestionField),
  url: z.nullable(z.string()),
})
/** A question with its fields. */
export type Question = z.infer<typeof Question>

/** The tool call that an approval is about, joined from everything the harness said of it. */
export const AskedToolCall = z.object({
  toolCallId: z.string(),
  title: z.string(),
  toolKind: z.string(),
  /** The exact command, for `execute`. */
  command: z.nullable(z.string()),
  cwd: z.nullable(z.string()),
  locations: z.array(z.string()),
  /** ToolContent items of shared/transcripts/bodies.ts: diffs first. */
  content: z.array(z.unknown()),
  /** The harness's own input, as it came (cut parts are blob references). */
  rawInput: z.unknown(),
})
/** The tool call that an approval is about. */
export type AskedToolCall = z.infer<typeof AskedToolCall>

/** The text of a standing rule that an answer could save. None are offered yet. */
export const ApprovalScope = z.object({ scope: z.string(), ruleText: z.string() })

/** What a runner raises: everything that the digest covers, and what is shown beside it. */
export const ApprovalRequest = z.object({
  approvalId: Id,
  threadId: Id,
  runId: z.nullable(Id),
  generation: z.int(),
  asked: z.enum(['permission', 'question']),
  /** New for every raise, so that an old answer never fits a new question. */
  nonce: Id,
  digest: Sha256,
  toolCall: z.nullable(AskedToolCall),
  question: z.nullable(Question),
  options: z.array(ApprovalOption).check(z.maxLength(64)),
  scopes: z.array(ApprovalScope),
  /** On the relay's clock; null: none. */
  expiresAt: z.nullable(Millis),
  /** What the agent says about why: a claim, never a fact. */
  claim: z.nullable(z.string()),
  risk: z.enum(['read', 'write', 'network', 'destructive', 'unknown']),
  riskRule: z.string(),
  raisedAt: Millis,
})
/** What a runner raises. */
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

/** The fields of a request that its digest covers, for the orb that raised it. */
export type DigestInput = Pick<
  ApprovalRequest,
  'generation' | 'approvalId' | 'nonce' | 'toolCall' | 'question' | 'options' | 'scopes' | 'expiresAt'
>

/**
 * The digest that binds a decision to what was shown: SHA-256 of the canonical JSON of
 * {orbId, generation, approvalId, nonce, toolCall, question, options, scopes, expiresAt}.
 */
export function approvalDigest(orbId: string, request: DigestInput): Promise<string> {
  const { generation, approvalId, nonce, toolCall, question, options, scopes, expiresAt } = request
  return digestOf({ orbId, generation, approvalId, nonce, toolCall, question, options, scopes, expiresAt })
}

/** What a decision carries beside the choice; its hash is what a device will sign. */
export const DecisionContent = z.object({
  answer: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string().check(z.maxLength(LIMITS.reasonChars))),
  scope: z.nullable(z.string()),
  ruleText: z.nullable(z.string()),
})
/** What a decision carries beside the choice. */
export type DecisionContent = z.infer<typeof DecisionContent>

/** SHA-256 of the canonical JSON of {answer, reason, scope, ruleText}. */
export function contentHash(content: DecisionContent): Promise<string> {
  const { answer, reason, scope, ruleText } = content
  return digestOf({ answer, reason, scope, ruleText })
}
