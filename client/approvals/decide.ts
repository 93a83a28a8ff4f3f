import { DecisionOutcome, optionFor, verdictOf, type DecisionRequest } from '../../shared/approvals/decision.ts'
import { approvalDigest, contentHash, type DecisionContent } from '../../shared/approvals/request.ts'
import { newId } from '../../shared/ids.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { attempt } from '../commands/send-command.ts'
import { api } from '../platform/api.ts'

/** What a person chose on a card. */
export interface Choice {
  readonly verdict: 'allow' | 'deny' | 'answer'
  /** The option that was on the button; null: the one that the verdict stands for. */
  readonly optionId: string | null
  readonly reason: string | null
  readonly answer: Record<string, unknown> | null
}

/** What became of a decision, as far as this device knows. */
export type DecideOutcome =
  | DecisionOutcome
  | { readonly outcome: 'unreachable' }
  | { readonly outcome: 'failed'; readonly message: string }
  /** What is on this screen is not what the digest says was asked: nothing was sent. */
  | { readonly outcome: 'mismatch' }

/**
 * Carries one decision to the relay. The digest is computed here, from what was shown, and must be the one that the
 * runner gave. `decisionId` is minted once for a choice, so that sending again after silence is harmless. Never throws.
 */
export async function decide(
  shown: ApprovalView,
  choice: Choice,
  decisionId: string = newId(),
): Promise<DecideOutcome> {
  const { request } = shown
  const digest = await approvalDigest(shown.orbId, request)
  if (digest !== request.digest) return { outcome: 'mismatch' }
  const content: DecisionContent = { answer: choice.answer, reason: choice.reason, scope: null, ruleText: null }
  const body: DecisionRequest = {
    decisionId,
    generation: request.generation,
    nonce: request.nonce,
    digest,
    verdict: choice.verdict,
    optionId: optionOf(shown, choice),
    content,
    contentHash: await contentHash(content),
    rosterVersion: 0,
    signature: null,
  }
  const path = `/api/approvals/${request.approvalId}/decision`
  return attempt(async () => DecisionOutcome.parse((await api('POST', path, body)).body))
}

function optionOf(shown: ApprovalView, choice: Choice): string | null {
  if (choice.verdict === 'answer') return null
  const named = shown.request.options.find((option) => option.optionId === choice.optionId)
  if (named !== undefined && verdictOf(named.kind) === choice.verdict) return named.optionId
  return optionFor(shown.request.options, choice.verdict)?.optionId ?? null
}
