import type { DecisionOutcome } from '../../shared/approvals/decision.ts'
import type { Progress } from '../ui/progress.ts'

/** The three things that a person can say to an approval. */
export type Verdict = 'allow' | 'deny' | 'answer'

/** What the card asks its owner to send. */
export type DecisionChoice =
  | { readonly verdict: 'allow'; readonly optionId: string }
  /** `stops`: the run that asked is stopped, too. */
  | {
      readonly verdict: 'deny'
      readonly optionId: string | null
      readonly reason: string | null
      readonly stops?: boolean
    }
  | { readonly verdict: 'answer'; readonly answer: Readonly<Record<string, unknown>> }

/** An answer of the relay that is not "recorded": true, and to be shown as it is. */
export type ToldOutcome = Exclude<DecisionOutcome, { outcome: 'recorded' }>

/** How far this device's own answer has come. */
export type DecisionState =
  | { readonly step: 'idle' }
  /** `optionId`: which of several was pressed. */
  | { readonly step: 'sending' | 'recorded' | 'applied'; readonly verdict: Verdict; readonly optionId?: string | null }
  /** A denial that waits on this device for the relay. */
  | { readonly step: 'kept'; readonly verdict: 'deny' }
  /** It did not reach the relay; the sentence says what happened. The buttons are free again. */
  | { readonly step: 'failed'; readonly verdict: Verdict; readonly message: string }
  /** It reached the relay and decided nothing. */
  | { readonly step: 'told'; readonly outcome: ToldOutcome }

/** The state before any press. */
export const NOT_DECIDED: DecisionState = { step: 'idle' }

/** What the button of a verdict shows. */
export function progressOf(state: DecisionState, verdict: Verdict): Progress {
  if (state.step === 'idle' || state.step === 'told' || state.step === 'kept') return 'idle'
  return state.verdict === verdict ? state.step : 'idle'
}

/** Told answers after which another may be given: after a second look, or once somebody has granted the right. */
const OPEN_AFTER: readonly string[] = ['changed', 'forbidden']

/** True while no other answer may be given. */
export function isSettled(state: DecisionState): boolean {
  if (state.step === 'told') return !OPEN_AFTER.includes(state.outcome.outcome)
  return state.step !== 'idle' && state.step !== 'failed'
}
