import { createStore, produce, unwrap } from 'solid-js/store'
import { DecisionOutcome } from '../../shared/approvals/decision.ts'
import { newId } from '../../shared/ids.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { isKept, keepSend, keptAnswer } from '../commands/kept-sends.ts'
import { sendStop } from '../commands/send-stop.ts'
import { refreshSession } from '../devices/session.ts'
import { decide, type DecideOutcome } from './decide.ts'
import { NOT_DECIDED, isSettled, type DecisionChoice, type DecisionState } from './decision-state.ts'
import { sendWords } from './send-words.ts'

/** What this device has answered, and how far each answer has come. */
export interface Decisions {
  of(approvalId: string): DecisionState
  /** Sends a choice, once: while one is under way or settled, another is ignored. */
  choose(shown: ApprovalView, choice: DecisionChoice): Promise<void>
}

/**
 * Follows answers from the press to the relay's word. A choice that got no answer may be pressed again and goes under
 * the same id, so that it counts once. An answer belongs to one approval: it never touches another card. A denial that
 * stops the run, too, goes as two sends, the denial first; where the relay is away both are kept.
 */
export function createDecisions(): Decisions {
  const [states, setStates] = createStore<Record<string, DecisionState>>({})
  const ids = new Map<string, string>()
  const of = (approvalId: string): DecisionState => {
    const own = states[approvalId]
    return own === undefined || own.step === 'kept' ? stateOfKept(approvalId) : own
  }
  const set = (approvalId: string, state: DecisionState): void =>
    setStates(
      produce((draft) => {
        draft[approvalId] = state
      }),
    )

  function idOf(approvalId: string, choice: DecisionChoice, what = ''): string {
    const key = approvalId + JSON.stringify(choice) + what
    const id = ids.get(key) ?? newId()
    ids.set(key, id)
    return id
  }

  return {
    of,
    async choose(shown, choice) {
      const { approvalId } = shown.request
      if (isSettled(of(approvalId))) return
      const optionId = choice.verdict === 'answer' ? null : choice.optionId
      set(approvalId, { step: 'sending', verdict: choice.verdict, optionId })
      // The store's proxy hands out what changes under it; what is digested must be what was on screen at the press.
      const outcome = await decide(structuredClone(unwrap(shown)), choice, idOf(approvalId, choice))
      const isSafe =
        choice.verdict === 'deny' &&
        outcome.outcome === 'unreachable' &&
        outcome.request !== undefined &&
        (await keepSend({ id: outcome.request.body.decisionId, about: approvalId, ...outcome.request }))
      if (choice.verdict === 'deny' && choice.stops === true && (isSafe || reachedRelay(outcome))) {
        const { threadId, runId } = shown.request
        const stopId = idOf(approvalId, choice, ' stop')
        if (runId !== null) await sendStop({ orbId: shown.orbId, threadId, runId }, stopId, approvalId)
      }
      set(approvalId, isSafe ? { step: 'kept', verdict: 'deny' } : stateAfter(outcome, choice, optionId))
      // Grants have changed since this page heard of them last.
      if (outcome.outcome === 'forbidden') void refreshSession()
    },
  }
}

/** How far a denial has come that was given while the relay was away, on this page or before. */
function stateOfKept(approvalId: string): DecisionState {
  if (isKept(approvalId)) return { step: 'kept', verdict: 'deny' }
  const answer = keptAnswer(approvalId)
  if (answer === undefined) return NOT_DECIDED
  if (answer.outcome === 'failed') return { step: 'failed', verdict: 'deny', message: answer.message }
  const outcome = DecisionOutcome.safeParse(answer.body)
  if (!outcome.success) return NOT_DECIDED
  return stateAfter(outcome.data, { verdict: 'deny', optionId: null, reason: null }, null)
}

/** The stop goes after a denial that came too late, too; not after one that is to be pressed again. */
function reachedRelay({ outcome }: DecideOutcome): boolean {
  return !['unreachable', 'failed', 'mismatch', 'no-key'].includes(outcome)
}

function stateAfter(outcome: DecideOutcome, choice: DecisionChoice, optionId: string | null): DecisionState {
  switch (outcome.outcome) {
    case 'recorded':
      return { step: 'recorded', verdict: choice.verdict, optionId }
    case 'unreachable':
      return { step: 'failed', verdict: choice.verdict, message: sendWords.noAnswer }
    case 'mismatch':
      return { step: 'failed', verdict: choice.verdict, message: sendWords.mismatch }
    case 'no-key':
      return { step: 'failed', verdict: choice.verdict, message: sendWords.noKey }
    case 'failed':
      return { step: 'failed', verdict: choice.verdict, message: outcome.message }
    default:
      return { step: 'told', outcome }
  }
}
