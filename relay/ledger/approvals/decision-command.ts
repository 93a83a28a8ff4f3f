import type { DecisionRequest } from '../../../shared/approvals/decision.ts'
import type { ApprovalRequest } from '../../../shared/approvals/request.ts'
import type { CommandBody } from '../../../shared/commands/commands.ts'

/** The command that carries a recorded decision to the runner. A question that is refused travels as a denial. */
export function decisionCommand(asked: ApprovalRequest, decision: DecisionRequest): CommandBody {
  const { threadId, approvalId } = asked
  const { nonce, digest, verdict, optionId, content, contentHash, rosterVersion, signature } = decision
  const signed = { threadId, approvalId, nonce, digest, content, contentHash, rosterVersion, signature }
  if (verdict === 'answer') return { kind: 'answer', ...signed }
  return { kind: 'decide', verdict, optionId, ...signed }
}
