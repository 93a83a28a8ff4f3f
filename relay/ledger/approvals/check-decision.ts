import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { verdictOf, type DecisionRequest } from '../../../shared/approvals/decision.ts'
import type { ApprovalRequest, DecisionContent } from '../../../shared/approvals/request.ts'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { canonicalJson } from '../../../shared/json/canonical.ts'

/**
 * Throws `bad-request` for a decision that no true app would send: its hash does not cover its content, it picks an
 * option that is not offered or means the opposite, or it answers what was not asked. Nothing is guessed or mended.
 */
export function checkDecision(asked: ApprovalRequest, decision: DecisionRequest): void {
  checkContent(asked, decision)
  if (asked.asked === 'question') checkAnswer(decision)
  else checkVerdict(asked, decision)
}

function checkVerdict(asked: ApprovalRequest, { verdict, optionId }: DecisionRequest): void {
  if (verdict === 'answer') throw refused('This asks for a permission, so it takes allow or deny and no answer.')
  if (optionId === null) {
    if (verdict === 'allow') throw refused('To allow, one of the offered options has to be chosen.')
    return
  }
  const option = asked.options.find((offered) => offered.optionId === optionId)
  if (option === undefined) throw refused('The chosen option is not among those that were offered.')
  if (verdictOf(option.kind) !== verdict) throw refused(`The chosen option does not mean ${verdict}.`)
}

function checkAnswer({ verdict, optionId, content }: DecisionRequest): void {
  if (verdict === 'allow') throw refused('This is a question, so it takes an answer or a refusal to answer.')
  if (optionId !== null) throw refused('A question has no options to choose by id.')
  if (verdict === 'answer' && content.answer === null) throw refused('The answer is missing.')
}

function checkContent(asked: ApprovalRequest, { content, contentHash, verdict }: DecisionRequest): void {
  if (hashOf(content) !== contentHash) throw refused('The decision and its hash do not belong together.')
  if (verdict !== 'answer' && content.answer !== null) throw refused('Only a question takes an answer.')
  const { scope, ruleText } = content
  if (scope === null && ruleText === null) return
  if (!asked.scopes.some((offered) => isDeepStrictEqual(offered, { scope, ruleText })))
    throw refused('The chosen scope is not among those that were offered.')
}

function hashOf({ answer, reason, scope, ruleText }: DecisionContent): string {
  let text: string
  try {
    text = canonicalJson({ answer, reason, scope, ruleText })
  } catch {
    throw refused('The decision holds text that is not valid Unicode.')
  }
  return createHash('sha256').update(text).digest('hex')
}

function refused(what: string): PerigeeError {
  return new PerigeeError('bad-request', what + ' Nothing was decided: open the approval again.')
}
