/** How an approval ended, or that it has not. */
export type Outcome = 'pending' | 'allowed' | 'denied' | 'answered' | 'expired' | 'superseded' | 'withdrawn' | 'void'

/** What became of the answer on its way to the harness. */
export type Effect = 'none' | 'delivered' | 'applied' | 'undeliverable' | 'unknown' | 'bypassed'

/** The names of both, for schemas and constraints. */
export const OUTCOMES = [
  'pending',
  'allowed',
  'denied',
  'answered',
  'expired',
  'superseded',
  'withdrawn',
  'void',
] as const
/** The names of all effects. */
export const EFFECTS = ['none', 'delivered', 'applied', 'undeliverable', 'unknown', 'bypassed'] as const

/** The two fields that move. */
export interface ApprovalState {
  readonly outcome: Outcome
  readonly effect: Effect
}

/** What can happen to an approval. A decision is a person's or a rule's; an end is the harness's, the runner's or the clock's. */
export type ApprovalEvent =
  | { readonly type: 'decision'; readonly outcome: 'allowed' | 'denied' | 'answered' }
  | { readonly type: 'end'; readonly outcome: 'expired' | 'superseded' | 'withdrawn' | 'void' }
  | { readonly type: 'effect'; readonly effect: Exclude<Effect, 'none'> }

/** The state of a fresh approval. */
export const PENDING: ApprovalState = { outcome: 'pending', effect: 'none' }

/** From which effects each effect may be reached. A later certainty may replace `unknown`; nothing replaces a certainty. */
const REACHED_FROM: Readonly<Record<Exclude<Effect, 'none'>, readonly Effect[]>> = {
  delivered: ['none'],
  applied: ['none', 'delivered'],
  undeliverable: ['none', 'delivered'],
  unknown: ['none', 'delivered'],
  bypassed: ['none', 'delivered', 'undeliverable', 'unknown'],
}

/** True where a person or a rule gave the answer, so that an effect can follow. */
export function isDecided(outcome: Outcome): boolean {
  return outcome === 'allowed' || outcome === 'denied' || outcome === 'answered'
}

/** From which effects this one may follow: what a compare-and-set statement has to ask for. */
export function effectsBefore(effect: Exclude<Effect, 'none'>): readonly Effect[] {
  return REACHED_FROM[effect]
}

/**
 * The next state, or the same one where the event has no place any more: an approval is decided once, and every
 * repetition is harmless. `bypassed` alone may also follow an end without an answer: the call went on behind our back.
 */
export function nextState(state: ApprovalState, event: ApprovalEvent): ApprovalState {
  if (event.type !== 'effect') return state.outcome === 'pending' ? { ...state, outcome: event.outcome } : state
  const answered = isDecided(state.outcome) || (event.effect === 'bypassed' && state.outcome !== 'pending')
  return answered && REACHED_FROM[event.effect].includes(state.effect) ? { ...state, effect: event.effect } : state
}
