import type { JSX } from 'solid-js'
import { Match, Show, Switch } from 'solid-js'
import { EFFECTS, OUTCOMES } from '../../shared/approvals/machine.ts'
import { refusalText } from '../i18n/refusals.ts'
import { joints } from '../i18n/words.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { DecisionState, ToldOutcome } from './decision-state.ts'
import { actorName } from './receipt.tsx'
import { sendWords } from './send-words.ts'
import { approvalWords, effectWords, outcomeWords, toldWords } from './words.ts'

/** Props of {@link Told}. */
export interface ToldProps {
  readonly decision: DecisionState
  readonly deviceId?: string | undefined
}

/** What became of an answer that failed or came too late, in place: a true sentence instead of a silent nothing. */
export function Told(props: ToldProps): JSX.Element {
  return (
    <div role="status">
      <Switch>
        <Match when={props.decision.step === 'kept'}>
          <p class="approval-told">{sendWords.kept}</p>
        </Match>
        <Match when={props.decision.step === 'failed' && props.decision}>
          {(state) => <p class="approval-problem">{state().message}</p>}
        </Match>
        <Match when={props.decision.step === 'told' && props.decision.outcome}>
          {(outcome) => <ToldSentence outcome={outcome()} deviceId={props.deviceId} />}
        </Match>
      </Switch>
    </div>
  )
}

function ToldSentence(props: { readonly outcome: ToldOutcome; readonly deviceId?: string | undefined }): JSX.Element {
  return (
    <p class="approval-told">
      <Show
        when={props.outcome.outcome === 'already-decided' && props.outcome}
        fallback={props.outcome.outcome !== 'already-decided' && sentenceOf(props.outcome)}
      >
        {(told) => (
          <>
            <strong>{joints.ended(toldWords.alreadyDecided)}</strong> {words(told().result, told().effect)[0]}
            <Show when={told().by}>{(by) => ` ${approvalWords.by(actorName(by(), props.deviceId))}`}</Show>
            {' · '}
            <RelativeTime at={told().at} ago />
            <br />
            {words(told().result, told().effect)[1]}
          </>
        )}
      </Show>
    </p>
  )
}

function sentenceOf(outcome: Exclude<ToldOutcome, { outcome: 'already-decided' }>): string {
  // Why it does not count is the relay's to say: the device, the grant, or the roster.
  return outcome.outcome === 'forbidden'
    ? toldWords.forbidden(refusalText('forbidden', outcome.message))
    : toldWords[outcome.outcome]
}

/** Outcome and effect in words; a name that this app does not know is shown as it came. */
function words(result: string, effect: string): [string, string] {
  const outcome = OUTCOMES.find((name) => name === result)
  if (outcome === undefined) return [result, '']
  return [outcomeWords[outcome], effectWords(outcome, EFFECTS.find((name) => name === effect) ?? 'none')]
}
