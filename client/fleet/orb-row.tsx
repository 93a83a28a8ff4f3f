import './fleet.css'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import ShieldAlert from 'lucide-solid/icons/shield-alert'
import type { JSX } from 'solid-js'
import { Match, Show, Switch } from 'solid-js'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { OrbDial } from '../look/dial.tsx'
import { RiskBadge } from '../look/risk-badge.tsx'
import { faceWord } from '../look/states.ts'
import { alertWords } from '../orbs/alert-words.ts'
import { isAskingBad } from '../orbs/orb-alerts.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { faceOf } from './group-fleet.ts'
import { fleetWords } from './words.ts'

/** Props of {@link OrbRow}. */
export interface OrbRowProps {
  readonly orb: FleetOrb
  /** Where the row leads: to what waits, else to the orb. */
  readonly href: string
  /** True where this orb is open beside the list. */
  readonly current: boolean
}

/** An orb in a list: its face, its name, and in a line what it waits for, does or did. */
export function OrbRow(props: OrbRowProps): JSX.Element {
  const face = (): ReturnType<typeof faceOf> => faceOf(props.orb)
  return (
    <a class={`orb-row orb-row-${face()}`} href={props.href} aria-current={props.current ? 'page' : undefined}>
      <OrbDial face={face()} lastActivity={props.orb.lastActivity} size={face() === 'waits' ? 32 : 20} decorative />
      <span class="orb-row-title" dir="auto">
        <RevealedText text={props.orb.title} />
      </span>
      <span class="orb-row-time">
        <RelativeTime at={props.orb.waitsFor?.since ?? props.orb.runEnded?.at ?? props.orb.lastActivity} />
      </span>
      <span class="orb-row-below">
        <span class="visually-hidden">{faceWord(face())}</span>
        <Line orb={props.orb} />
        <Show when={warning(props.orb)}>
          {(known) => (
            <span class="orb-row-warning" classList={{ 'orb-row-bad': known().bad }}>
              <ShieldAlert class="icon" />
              {known().text}
            </span>
          )}
        </Show>
        <Show when={face() === 'waits'}>
          <span class="orb-row-review">
            {fleetWords.review}
            <ChevronRight class="icon" />
          </span>
        </Show>
      </span>
    </a>
  )
}

function Line(props: { readonly orb: FleetOrb }): JSX.Element {
  const more = (): number => props.orb.waits - 1
  return (
    <Switch fallback={<span class="orb-row-line">{endWords(props.orb)}</span>}>
      <Match when={props.orb.waitsFor}>
        {(waits) => (
          <span class="orb-row-ask">
            <RiskBadge risk={waits().risk} iconOnly />
            <span class="orb-row-asked">
              <RevealedText text={waits().title} />
              {/* A line may begin with either, and neither is broken. */}
              <Show when={more() > 0}>
                {' '}
                <span class="orb-row-more">{fleetWords.more(more())}</span>
              </Show>
              <Show when={props.orb.awaySince !== null}>
                <span class="orb-row-more">{'\u00A0·'}</span> <span class="orb-row-more">{fleetWords.away}</span>
              </Show>
            </span>
          </span>
        )}
      </Match>
      <Match when={props.orb.awaySince}>
        <span class="orb-row-line orb-row-bad">{fleetWords.away}</span>
      </Match>
      <Match when={props.orb.state === 'failed'}>
        <span class="orb-row-line orb-row-bad">{faceWord('failed')}</span>
      </Match>
      <Match when={props.orb.state === 'working' && props.orb.activity}>
        {(activity) => (
          <span class="orb-row-line" dir="auto">
            {activity()}
          </span>
        )}
      </Match>
    </Switch>
  )
}

/** The gravest that has to be known of an orb, in a word or two; the whole stands on its page. */
function warning({ asking, answeredFromInside }: FleetOrb): { readonly bad: boolean; readonly text: string } | null {
  const state = asking?.state ?? 'confirmed'
  if (state !== 'confirmed' && isAskingBad(state)) return { bad: true, text: alertWords.short[state] }
  if (answeredFromInside !== null) return { bad: true, text: alertWords.short.inside }
  return state === 'confirmed' ? null : { bad: false, text: alertWords.short[state] }
}

function endWords(orb: FleetOrb): string {
  if (orb.runEnded === null) return orb.activity ?? faceWord(faceOf(orb))
  const end = fleetWords.ended[orb.runEnded.stopReason] ?? orb.runEnded.stopReason
  return orb.activity === null ? end : `${end} · ${orb.activity}`
}
