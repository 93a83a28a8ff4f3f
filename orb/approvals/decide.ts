import { contentHash } from '../../shared/approvals/request.ts'
import { verdictOf } from '../../shared/approvals/decision.ts'
import type { CommandBody } from '../../shared/commands/commands.ts'
import { CANCELLED, ELICITATION, selected } from './harness-answer.ts'
import type { OfferedOption, OpenApproval } from './open-approval.ts'
import { answerContent } from './question.ts'

/** A decision or an answer as it comes down the link. */
export type Decision = Extract<CommandBody, { kind: 'decide' | 'answer' }>

/** What to write to the harness, or why this decision does not belong to this approval. */
export type Verdict =
  | { readonly is: 'answer'; readonly result: unknown }
  | { readonly is: 'refused'; readonly message: string }

/**
 * Checks a decision against what was raised, and turns it into the harness's answer. The relay has checked the same;
 * the runner trusts none of it: what reaches the agent is what a person saw.
 */
export async function decide(open: OpenApproval, decision: Decision): Promise<Verdict> {
  const { request } = open
  if (decision.nonce !== request.nonce || decision.digest !== request.digest) {
    return refused('The decision was made for something else than what the agent asks now. Nothing was answered.')
  }
  const hash = await contentHash(decision.content).catch(() => null)
  if (hash !== decision.contentHash) {
    return refused('The decision was altered on its way. Nothing was answered.')
  }
  return decision.kind === 'answer' ? answered(open, decision) : decided(open, decision)
}

function decided(open: OpenApproval, decision: Extract<Decision, { kind: 'decide' }>): Verdict {
  const { asked } = open
  if (asked.kind !== 'permission') {
    return decision.verdict === 'deny'
      ? { is: 'answer', result: ELICITATION.decline }
      : refused('A question needs an answer, not a permission. Nothing was answered.')
  }
  const option =
    decision.optionId === null ? implied(asked.options, decision.verdict) : named(asked.options, decision.optionId)
  if (option === null && decision.verdict === 'deny' && decision.optionId === null) {
    return { is: 'answer', result: CANCELLED }
  }
  if (option === null) {
    return refused('The agent does not offer the option that was chosen. Nothing was answered.')
  }
  if (verdictOf(option.shown.kind) !== decision.verdict) {
    return refused('The option that was chosen does not mean what was decided. Nothing was answered.')
  }
  return { is: 'answer', result: selected(option.harnessId) }
}

function answered(open: OpenApproval, decision: Extract<Decision, { kind: 'answer' }>): Verdict {
  const { asked } = open
  if (asked.kind === 'permission') {
    return refused('A permission needs allow or deny, not an answer. Nothing was answered.')
  }
  if (asked.kind === 'url') return { is: 'answer', result: ELICITATION.accept(null) }
  const result = answerContent(asked.fields, decision.content.answer)
  return result.is === 'misfit'
    ? refused(`${result.message} Nothing was answered.`)
    : { is: 'answer', result: ELICITATION.accept(result.content) }
}

/** A verdict alone stands for the option that reaches no further than this call; an always-option has to be named. */
function implied(options: readonly OfferedOption[], verdict: 'allow' | 'deny'): OfferedOption | null {
  const kind = verdict === 'allow' ? 'allow_once' : 'reject_once'
  return options.find((option) => option.shown.kind === kind) ?? null
}

/** The option of this id, where there is exactly one: two of one id cannot be told apart. */
function named(options: readonly OfferedOption[], optionId: string): OfferedOption | null {
  const fitting = options.filter((option) => option.shown.optionId === optionId)
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function refused(message: string): Verdict {
  return { is: 'refused', message }
}
