import {
  approvalDigest,
  contentHash,
  type ApprovalRequest,
  type DecisionContent,
} from '../../shared/approvals/request.ts'
import type { DecisionRequest } from '../../shared/approvals/decision.ts'
import { decisionText } from '../../shared/approvals/signed-decision.ts'
import { newId } from '../../shared/ids.ts'
import type { SignedIn } from './relay-people.ts'

/** A true `approval.raised` report: a question about a command, with the digest that belongs to it. */
export async function approvalReport(
  orbId: string,
  threadId: string,
  more: Partial<ApprovalRequest> = {},
): Promise<{ name: 'approval.raised'; approval: ApprovalRequest }> {
  const request = {
    approvalId: newId(),
    threadId,
    runId: null,
    generation: 1,
    asked: 'permission' as const,
    nonce: newId(),
    toolCall: {
      toolCallId: 'call-1',
      title: 'Run npm test',
      toolKind: 'execute',
      command: 'npm test',
      cwd: '/work',
      locations: [],
      content: [],
      rawInput: null,
    },
    question: null,
    options: [
      { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Deny', kind: 'reject_once' },
    ],
    scopes: [],
    expiresAt: null,
    claim: null,
    risk: 'write' as const,
    riskRule: 'execute:plain',
    raisedAt: Date.now(),
    ...more,
  }
  return { name: 'approval.raised', approval: { ...request, digest: await approvalDigest(orbId, request) } }
}

/** A decision that fits an approval, signed by a device; `more` goes over what is true before it is signed. */
export async function decisionFor(
  by: SignedIn,
  orbId: string,
  asked: ApprovalRequest,
  verdict: 'allow' | 'deny',
  more: Partial<DecisionRequest> = {},
  content: Partial<DecisionContent> = {},
): Promise<DecisionRequest> {
  const whole = { answer: null, reason: null, scope: null, ruleText: null, ...content }
  const unsigned = {
    decisionId: newId(),
    generation: asked.generation,
    nonce: asked.nonce,
    digest: asked.digest,
    verdict,
    optionId: verdict === 'allow' ? 'yes' : 'no',
    content: whole,
    contentHash: await contentHash(whole),
    rosterVersion: by.session.roster.version,
    ...more,
  }
  const signature = await by.sign(decisionText({ ...unsigned, orbId, approvalId: asked.approvalId }))
  return { ...unsigned, signature: more.signature ?? signature }
}
