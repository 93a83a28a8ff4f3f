import './orb-trust.css'
import ShieldCheck from 'lucide-solid/icons/shield-check'
import ShieldOff from 'lucide-solid/icons/shield-off'
import UserRoundCheck from 'lucide-solid/icons/user-round-check'
import { createSignal, For, Show, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { OrbView } from '../../shared/rooms/content.ts'
import { joints } from '../i18n/words.ts'
import { Sheet } from '../ui/dialog.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { alertWords } from './alert-words.ts'
import { orbWords } from './words.ts'
import { isolationWords, trustWords } from './trust-words.ts'

/** Props of {@link OrbTrust}. */
export interface OrbTrustProps {
  readonly orb: Pick<OrbView, 'orbId' | 'isolation' | 'roster' | 'adapter' | 'answeredFromInside'>
  /** Leads to the orb's own settings, where one may manage it. */
  readonly manageHref?: string | undefined
}

/** How well an orb's agent is kept apart and whom it believes, in a line; the whole in a sheet. */
export function OrbTrust(props: OrbTrustProps): JSX.Element {
  const [open, setOpen] = createSignal(false)
  const isOpen = (): boolean => props.orb.isolation === 'none'
  return (
    <>
      <p class="trust">
        <button
          type="button"
          class="trust-badge"
          classList={{ 'trust-none': isOpen() }}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Dynamic component={isOpen() ? ShieldOff : ShieldCheck} class="icon" />
          {isOpen() ? orbWords.isolationNone : isolationWords[props.orb.isolation].badge}
        </button>
        <Show when={props.orb.roster?.firstUse}>
          <button type="button" class="trust-badge" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <UserRoundCheck class="icon" />
            {trustWords.firstUse}
          </button>
        </Show>
      </p>
      <Sheet open={open()} title={trustWords.title} onClose={() => setOpen(false)}>
        <section class="trust-text">
          <h3>{trustWords.isolation}</h3>
          <p>
            <strong>{joints.ended(isolationWords[props.orb.isolation].badge)}</strong>
          </p>
          <For each={isolationWords[props.orb.isolation].text}>{(text) => <p>{text}</p>}</For>
          <Show when={props.orb.answeredFromInside}>
            {(why) => (
              <p>
                <strong>{joints.ended(alertWords.inside.title)}</strong> {alertWords.inside.text}{' '}
                <RevealedText text={why()} prose />
              </p>
            )}
          </Show>
        </section>
        <Show when={props.orb.adapter}>
          {(adapter) => (
            <section class="trust-text">
              <h3>{trustWords.adapter}</h3>
              <p>
                <strong>
                  <RevealedText text={adapter().title} prose />.
                </strong>{' '}
                {adapter().tested === null
                  ? trustWords.testedUnknown
                  : adapter().tested
                    ? trustWords.tested
                    : trustWords.notTested}
              </p>
            </section>
          )}
        </Show>
        <section class="trust-text">
          <h3>{trustWords.roster}</h3>
          <Belief roster={props.orb.roster} />
        </section>
        <Show when={props.manageHref}>
          {(href) => (
            <a class="button button-outlined" href={href()} onClick={() => setOpen(false)}>
              {trustWords.manage}
            </a>
          )}
        </Show>
      </Sheet>
    </>
  )
}

function Belief(props: { readonly roster: OrbView['roster'] }): JSX.Element {
  return (
    <Show when={props.roster} fallback={<p>{trustWords.noRoster}</p>}>
      {(roster) => (
        <>
          <Show when={roster().firstUse} fallback={<p>{trustWords.byEnrolment}</p>}>
            <p>
              <strong>{joints.ended(trustWords.firstUse)}</strong> {trustWords.firstUseText}
            </p>
          </Show>
          <p>{versionWords(roster().version)}</p>
        </>
      )}
    </Show>
  )
}

function versionWords(version: number | null): string {
  return version === null ? trustWords.noVersion : trustWords.version(version)
}
