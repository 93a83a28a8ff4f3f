import * as z from 'zod/mini'
import { Signature } from '../devices/keys.ts'
import { Id, Millis, Ordinal, Sha256 } from '../ids.ts'
import { OptionKind, DecisionContent, type ApprovalOption } from './request.ts'

/** Who did something, from where: names as they were at that moment. */
export const Actor = z.object({
  personId: z.string(),
  personName: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
})
/** Who did something, from where. */
export type Actor = z.infer<typeof Actor>

/** What a device sends to decide one approval. `decisionId` makes a repetition harmless. */
export const DecisionRequest = z.object({
  decisionId: Id,
  generation: z.int(),
  nonce: Id,
  /** Computed by the device from what it showed. */
  digest: Sha256,
  verdict: z.enum(['allow', 'deny', 'answer']),
  /** The harness's option, by its own id. Null: the verdict alone (a denial where no option rejects, an answer). */
  optionId: z.nullable(z.string()),
  content: DecisionContent,
  contentHash: Sha256,
  /** The roster's version that the device knew. */
  rosterVersion: Ordinal,
  /** By the device's key over decisionText. */
  signature: Signature,
})
/** What a device sends to decide one approval. */
export type DecisionRequest = z.infer<typeof DecisionRequest>

/** What became of a decision at the relay. Nothing here is an error: each is a true answer to show. */
export const DecisionOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('recorded'), at: Millis, commandId: Id }),
  z.object({
    outcome: z.literal('already-decided'),
    by: z.nullable(Actor),
    at: Millis,
    result: z.string(),
    effect: z.string(),
  }),
  z.object({ outcome: z.literal('expired'), at: Millis }),
  z.object({ outcome: z.literal('changed') }),
  z.object({ outcome: z.literal('gone'), reason: z.string() }),
  z.object({ outcome: z.literal('forbidden'), message: z.string() }),
  z.object({ outcome: z.literal('step-up-required') }),
])
/** What became of a decision at the relay. */
export type DecisionOutcome = z.infer<typeof DecisionOutcome>

/** The option that a verdict stands for, chosen by kind: once before always; null where none of that kind is offered. */
export function optionFor(options: readonly ApprovalOption[], verdict: 'allow' | 'deny'): ApprovalOption | null {
  const kinds = verdict === 'allow' ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  for (const kind of kinds) {
    const option = options.find((candidate) => candidate.kind === kind)
    if (option !== undefined) return option
  }
  return null
}

/** What an option's kind means for the outcome; null for a kind that nobody knows. */
export function verdictOf(kind: string): 'allow' | 'deny' | null {
  const known = OptionKind.safeParse(kind)
  if (!known.success) return null
  return known.data === 'allow_once' || known.data === 'allow_always' ? 'allow' : 'deny'
}
