/** How long a finger must rest before its release counts; short enough to be quick, too long for a slip. */
export const HOLD_MS = 900

/** Where a hold stands. `since` is when the finger came down, in ms of any one clock. */
export type Hold = { readonly state: 'rest' } | { readonly state: 'holding'; readonly since: number }

/** What a pointer did. `inside`: whether it is over the button. */
export type HoldInput =
  | { readonly type: 'down'; readonly at: number }
  | { readonly type: 'move'; readonly inside: boolean }
  | { readonly type: 'up'; readonly at: number; readonly inside: boolean }
  | { readonly type: 'cancel' }

/** The next state, and what follows from it: `fire` after a full hold, `confirm` after a mere tap. */
export interface HoldStep {
  readonly hold: Hold
  readonly effect: 'none' | 'fire' | 'confirm'
}

/**
 * One step of a hold. It fires on release, never while the finger is down; sliding off cancels for good, and
 * what is shorter than {@link HOLD_MS} asks to confirm instead, which is also the way without a gesture.
 */
export function holdStep(hold: Hold, input: HoldInput): HoldStep {
  const rest: Hold = { state: 'rest' }
  if (input.type === 'down') return { hold: { state: 'holding', since: input.at }, effect: 'none' }
  if (hold.state === 'rest') return { hold, effect: 'none' }
  if (input.type === 'cancel') return { hold: rest, effect: 'none' }
  if (input.type === 'move') return { hold: input.inside ? hold : rest, effect: 'none' }
  if (!input.inside) return { hold: rest, effect: 'none' }
  return { hold: rest, effect: input.at - hold.since >= HOLD_MS ? 'fire' : 'confirm' }
}
