import './orb-alert.css'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import Info from 'lucide-solid/icons/info'
import ShieldAlert from 'lucide-solid/icons/shield-alert'
import { createMemo, For, Show, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { Asking } from '../../shared/link/reports.ts'
import { joints } from '../i18n/words.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { alertWords } from './alert-words.ts'
import { orbAlerts, type AlertFacts, type OrbAlert } from './orb-alerts.ts'

/** A sentence of a runner that is longer than this is no sentence. */
const QUOTE_CHARS = 500

/** Props of {@link OrbAlertRow}. */
export interface OrbAlertRowProps {
  readonly orb: AlertFacts | null
  /** Of the thread that is shown; the orb's own, which is the worst of all threads, where not given. */
  readonly asking?: Asking | null | undefined
}

/**
 * What has to be known of the orb before one decides there, in one row: the gravest in words, the rest folded in. Red
 * where approvals may be worth nothing, plain where a person chose it; nothing at all where all is well.
 */
export function OrbAlertRow(props: OrbAlertRowProps): JSX.Element {
  const alerts = createMemo(() => orbAlerts(props.orb, props.asking ?? props.orb?.asking ?? null))
  return (
    <Show when={alerts()[0]}>
      {(first) => (
        <details class={`orb-alert orb-alert-${first().level}`} role={first().level === 'bad' ? 'alert' : undefined}>
          <summary aria-label={summaryWords(alerts())}>
            <Dynamic component={first().level === 'bad' ? ShieldAlert : Info} class="icon" />
            <span class="orb-alert-title">
              <strong>{first().title}</strong>
              <Show when={alerts().length > 1}> {alertWords.more(alerts().length - 1)}</Show>
            </span>
            <ChevronDown class="icon orb-alert-fold" />
          </summary>
          <ul role="list" class="orb-alert-list">
            <For each={alerts()}>{(alert, at) => <Whole alert={alert} titled={at() > 0} />}</For>
          </ul>
        </details>
      )}
    </Show>
  )
}

function summaryWords(alerts: readonly OrbAlert[]): string {
  return alerts.map(({ title }) => title).join('. ')
}

function Whole(props: { readonly alert: OrbAlert; readonly titled: boolean }): JSX.Element {
  return (
    <li class={`orb-alert-${props.alert.level}`}>
      <Show when={props.titled}>
        <strong>{joints.ended(props.alert.title)}</strong>{' '}
      </Show>
      {props.alert.text}
      <Show when={props.alert.quote}>
        {(quote) => (
          <>
            {' '}
            {alertWords.says}{' '}
            <q>
              <RevealedText text={quote().slice(0, QUOTE_CHARS)} prose />
            </q>
          </>
        )}
      </Show>
    </li>
  )
}
