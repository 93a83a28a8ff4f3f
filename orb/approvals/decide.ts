import { approvalDigest, contentHash } from '../../shared/approvals/request.ts'
import { verdictOf } from '../../shared/approvals/decision.ts'
import { standingOf } from '../../shared/approvals/signed-decision.ts'
import type { CommandBody } from '../../shared/commands/commands.ts'
import type { Roster } from '../../shared/devices/roster.ts'
import { CANCELLED, ELICITATION, selected } from './harness-answer.ts'
import type { OfferedOption, OpenApproval } from './open-approval.ts'
import { answerContent } from './question.ts'
import { shapedAnswer } from './shaped-question.ts'

/** A decision or an answer as it comes down the link. */
export type Decision = Extract<CommandBody, { kind: 'decide' | 'answer' }>

/** What the runner judges by: all of it its own, nothing of it the relay's. */
export interface Judge {
  readonly orbId: string
  readonly generation: number
  /** The pinned one; null: none yet, so nobody is believed. */
  readonly roster: Roster | null
  /** The account that the agent runs as; null where it is not known. */
  readonly account: string | null
  /** The runner's clock. */
  readonly at: number
}

/**
 * What to write to the harness, or why this decision counts for nothing. `early`: it names a version of the roster
 * that has not come yet. `late`: the approval has expired.
 */
export type Verdict =
  | { readonly is: 'answer'; readonly result: unknown }
  | { readonly is: 'refused' | 'early' | 'late'; readonly message: string }

/**
 * Checks a decision that `deviceId` is said to have made against what was raised, and turns it into the harness's
 * answer. The relay has checked the same; the runner trusts none of it: what reaches the agent is what a person saw,
 * signed by a device of the roster whose person may decide here.
 */
export async function decide(open: OpenApproval, decision: Decision, deviceId: string, judge: Judge): Promise<Verdict> {
  const { request } = open
  const digest = await approvalDigest(judge.orbId, request)
  if (decision.nonce !== request.nonce || decision.digest !== digest) {
    return refused('The decision was made for something else than what the agent asks now. Nothing was answered.')
  }
  const hash = await contentHash(decision.content).catch(() => null)
  if (hash !== decision.contentHash) {
    return refused('The decision was altered on its way. Nothing was answered.')
  }
  const standing = await standingAs(open, decision, deviceId, judge, digest)
  if (standing !== null) return standing
  if (request.expiresAt !== null && judge.at >= request.expiresAt) {
    return { is: 'late', message: 'The decision came after the question had expired. Nothing was answered.' }
  }
  return decision.kind === 'answer' ? answered(open, decision) : decided(open, decision)
}

/** Null where the decision counts. What was signed is put together from what was raised, never from what was sent. */
async function standingAs(
  { request }: OpenApproval,
  decision: Decision,
  deviceId: string,
  { orbId, generation, roster, account, at }: Judge,
  digest: string,
): Promise<Verdict | null> {
  if (roster === null) {
    return refused('This orb knows no roster yet, so it cannot tell who may decide. Nothing was answered.')
  }
  const { approvalId, threadId, nonce } = request
  const { contentHash: hash, rosterVersion, signature } = decision
  const chosen =
    decision.kind === 'answer'
      ? { verdict: 'answer' as const, optionId: null }
      : { verdict: decision.verdict, optionId: decision.optionId }
  const bound = { orbId, generation, approvalId, threadId, nonce, digest, ...chosen, contentHash: hash }
  const standing = await standingOf(roster, { ...bound, rosterVersion, deviceId, signature }, account, at)
  if (standing.standing === 'counts') return null
  const is = standing.reason === 'roster-behind' ? 'early' : 'refused'
  return { is, message: `${standing.message} Nothing was answered.` }
}

function decided(open: OpenApproval, decision: Extract<Decision, { kind: 'decide' }>): Verdict {
  const { asked } = open
  if (asked.kind !== 'permission') {
    return decision.verdict === 'deny'
      ? { is: 'answer', result: declined(asked) }
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
  if (result.is === 'misfit') return refused(`${result.message} Nothing was answered.`)
  if (asked.kind === 'form') return { is: 'answer', result: ELICITATION.accept(result.content) }
  const shaped = shapedAnswer(asked.options, result.content)
  return shaped === null
    ? refused('The agent offers no way to take an answer. Nothing was answered.')
    : { is: 'answer', result: shaped }
}

function declined(asked: Exclude<OpenApproval['asked'], { kind: 'permission' }>): unknown {
  if (asked.kind !== 'shaped') return ELICITATION.decline
  const option = implied(asked.options, 'deny')
  return option === null ? CANCELLED : selected(option.harnessId)
}

/** A verdict alone stands for the option that reaches no further than this call; an always-option has to be named. */
function implied(options: readonly OfferedOption[], verdict: 'allow' | 'deny'): OfferedOption | null {
  const kind = verdict === 'allow' ? 'allow_once' : 'reject_once'
  return options.find((option) => option.implied && option.shown.kind === kind) ?? null
}

/** The option of this id, where there is exactly one: two of one id cannot be told apart. */
function named(options: readonly OfferedOption[], optionId: string): OfferedOption | null {
  const fitting = options.filter((option) => option.shown.optionId === optionId)
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function refused(message: string): Verdict {
  return { is: 'refused', message }
}
