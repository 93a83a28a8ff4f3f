import { DecisionOutcome, type DecisionRequest } from '../../shared/approvals/decision.ts'
import { approvalDigest, contentHash, type DecisionContent } from '../../shared/approvals/request.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { attempt } from '../commands/send-command.ts'
import { api } from '../platform/api.ts'
import type { DecisionChoice } from './decision-state.ts'

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
export async function decide(shown: ApprovalView, choice: DecisionChoice, decisionId: string): Promise<DecideOutcome> {
  return attempt(() => send(shown, choice, decisionId))
}

async function send(shown: ApprovalView, choice: DecisionChoice, decisionId: string): Promise<DecideOutcome> {
  const { request } = shown
  const digest = await approvalDigest(shown.orbId, request)
  if (digest !== request.digest) return { outcome: 'mismatch' }
  const content: DecisionContent = {
    answer: choice.verdict === 'answer' ? { ...choice.answer } : null,
    reason: choice.verdict === 'deny' ? choice.reason : null,
    scope: null,
    ruleText: null,
  }
  const body: DecisionRequest = {
    decisionId,
    generation: request.generation,
    nonce: request.nonce,
    digest,
    verdict: choice.verdict,
    optionId: choice.verdict === 'answer' ? null : choice.optionId,
    content,
    contentHash: await contentHash(content),
    rosterVersion: 0,
    signature: null,
  }
  const path = `/api/approvals/${request.approvalId}/decision`
  return DecisionOutcome.parse((await api('POST', path, body)).body)
}
