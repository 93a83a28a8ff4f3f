import { DecisionOutcome, type DecisionRequest } from '../../shared/approvals/decision.ts'
import { approvalDigest, contentHash, type DecisionContent } from '../../shared/approvals/request.ts'
import { decisionText } from '../../shared/approvals/signed-decision.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { attempt } from '../commands/send-command.ts'
import { loadDeviceKey } from '../devices/device-key.ts'
import { knownSession } from '../devices/session.ts'
import { api } from '../platform/api.ts'
import type { DecisionChoice } from './decision-state.ts'

/** A signed decision, and where it goes. */
export interface SignedRequest {
  readonly path: string
  readonly body: DecisionRequest
}

/** What became of a decision, as far as this device knows. */
export type DecideOutcome =
  | DecisionOutcome
  /** `request`: what may be sent again, where it got as far as being signed. */
  | { readonly outcome: 'unreachable'; readonly request?: SignedRequest }
  | { readonly outcome: 'failed'; readonly message: string }
  /** What is on this screen is not what the digest says was asked: nothing was sent. */
  | { readonly outcome: 'mismatch' }
  /** This device's key is gone or does not sign any more: nothing was sent. */
  | { readonly outcome: 'no-key' }

/**
 * Signs one decision with this device's key and carries it to the relay. The digest is computed here, from what was
 * shown, and must be the one that the runner gave. `decisionId` is minted once for a choice, so that sending again
 * after silence is harmless. Never throws.
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
  const rosterVersion = knownSession()?.roster.version
  if (rosterVersion === undefined) return { outcome: 'no-key' }
  const decided = {
    generation: request.generation,
    nonce: request.nonce,
    digest,
    verdict: choice.verdict,
    optionId: choice.verdict === 'answer' ? null : choice.optionId,
    contentHash: await contentHash(content),
    rosterVersion,
  }
  const { approvalId } = request
  const signature = await sign(decisionText({ ...decided, orbId: shown.orbId, approvalId }))
  if (signature === null) return { outcome: 'no-key' }
  const body: DecisionRequest = { ...decided, decisionId, content, signature }
  const path = `/api/approvals/${approvalId}/decision`
  const sent = await attempt(async () => DecisionOutcome.parse((await api('POST', path, body)).body))
  return sent.outcome === 'unreachable' ? { outcome: 'unreachable', request: { path, body } } : sent
}

async function sign(text: string): Promise<string | null> {
  try {
    const key = await loadDeviceKey()
    return (await key?.signText(text)) ?? null
  } catch {
    // Storage that was cleared or refused, or a key that the browser cannot use any more.
    return null
  }
}
