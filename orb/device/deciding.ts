import { decisionText } from '../../shared/approvals/signed-decision.ts'
import { DecisionOutcome, optionFor, type DecisionRequest } from '../../shared/approvals/decision.ts'
import {
  approvalDigest,
  contentHash,
  type ApprovalOption,
  type ApprovalRequest,
} from '../../shared/approvals/request.ts'
import { Id, newId } from '../../shared/ids.ts'
import { ApprovalView } from '../../shared/rooms/content.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { untilSome } from './polling.ts'
import type { RelayClient } from './relay-client.ts'

/** What a person decided about one approval. */
export interface Choice {
  readonly verdict: 'allow' | 'deny'
  /** The harness's own id of the option; null: a denial where no option rejects. */
  readonly optionId: string | null
  readonly reason: string | null
}

/**
 * The approval as the relay shows it, with its digest computed anew from exactly what is shown.
 * @throws PerigeeError where the digest is another: then what is shown is not what was asked
 */
export async function readApproval(client: RelayClient, approvalId: string): Promise<ApprovalView> {
  const view = await client.get(`/api/approvals/${approvalId}`, ApprovalView)
  const { request, orbId } = view
  const isAsked = request.approvalId === approvalId && Id.safeParse(orbId).success
  if (!isAsked || (await approvalDigest(orbId, request)) !== request.digest) {
    throw new PerigeeError(
      'conflict',
      'What the relay shows is not what its digest says was asked. Nothing was decided. Somebody changed it on the way.',
    )
  }
  return view
}

/** Which options a verdict can stand for: of the kind "once", else of the kind "always". Several are a person's choice. */
export function optionsFor(request: ApprovalRequest, verdict: 'allow' | 'deny'): readonly ApprovalOption[] {
  const first = optionFor(request.options, verdict)
  return first === null ? [] : request.options.filter((option) => option.kind === first.kind)
}

/** True where allowing takes more than a yes: destructive, unknown, or for good. */
export function needsTypedWord(request: ApprovalRequest): boolean {
  const always = optionFor(request.options, 'allow')?.kind === 'allow_always'
  return request.risk === 'destructive' || request.risk === 'unknown' || always
}

/** Signs a decision about exactly this view, and carries it to the relay. */
export async function decide(client: RelayClient, view: ApprovalView, choice: Choice): Promise<DecisionOutcome> {
  const { orbId, request } = view
  const { approvalId, generation, nonce, digest } = request
  const { verdict, optionId, reason } = choice
  const { roster } = await client.session()
  const content = { answer: null, reason: verdict === 'deny' ? reason : null, scope: null, ruleText: null }
  const decided = {
    orbId,
    approvalId,
    generation,
    nonce,
    digest,
    verdict,
    optionId,
    contentHash: await contentHash(content),
    rosterVersion: roster.version,
  }
  const signature = await client.device.key.sign(decisionText(decided))
  const body: DecisionRequest = {
    decisionId: newId(),
    generation,
    nonce,
    digest,
    verdict,
    optionId,
    content,
    contentHash: decided.contentHash,
    rosterVersion: decided.rosterVersion,
    signature,
  }
  return client.post(`/api/approvals/${approvalId}/decision`, body, DecisionOutcome)
}

/** The approval once its orb has said what became of the answer; as it stands after `withinMs` where it has not. */
export async function awaitEffect(client: RelayClient, approvalId: string, withinMs: number): Promise<ApprovalView> {
  const look = () => client.get(`/api/approvals/${approvalId}`, ApprovalView)
  const settled = async (): Promise<ApprovalView | null> => {
    const view = await look()
    return view.effect === 'none' || view.effect === 'delivered' ? null : view
  }
  return (await untilSome(settled, Date.now() + withinMs)) ?? look()
}
