import './dial.css'
import type { JSX } from 'solid-js'
import { createMemo, Show } from 'solid-js'
import { useNow } from '../ui/clock.ts'
import { relativeTime } from '../ui/time-words.ts'
import { dialOf } from './dial-geometry.ts'
import type { OrbFace } from './states.ts'
import { faceWord } from './states.ts'

/** Props of {@link OrbDial}. */
export interface OrbDialProps {
  readonly face: OrbFace
  /** ms since the epoch. */
  readonly lastActivity: number
  /** 20 in a list, 32 in a header, 96 on a page about one orb. */
  readonly size: 20 | 32 | 96
  /** True where the same is written beside it, so that it is not read twice. */
  readonly decorative?: boolean | undefined
}

/** An orb's face: a ring with a body on it. Redrawn each minute. */
export function OrbDial(props: OrbDialProps): JSX.Element {
  const now = useNow()
  const dial = createMemo(() =>
    dialOf({ face: props.face, lastActivity: props.lastActivity, now: now(), size: props.size }),
  )
  const label = (): string => `${faceWord(props.face)}, ${relativeTime(props.lastActivity, now(), 'spoken')}`
  return (
    <svg
      class={`dial dial-${props.face}`}
      width={props.size}
      height={props.size}
      viewBox={`0 0 ${props.size} ${props.size}`}
      role={props.decorative ? undefined : 'img'}
      aria-label={props.decorative ? undefined : label()}
      aria-hidden={props.decorative ? 'true' : undefined}
    >
      <path
        d={dial().path}
        fill="none"
        stroke="currentColor"
        stroke-width={dial().strokeWidth}
        stroke-dasharray={dial().dashes}
      />
      <circle
        class="dial-body"
        classList={{ 'dial-breathing': dial().breathing }}
        cx={dial().body.x}
        cy={dial().body.y}
        r={dial().body.radius}
        fill="currentColor"
      />
    </svg>
  )
}

/** Props of {@link Mark}. */
export interface MarkProps {
  /** px. */
  readonly size: number
  /** Said by a screen reader; without it the mark is decoration. */
  readonly label?: string | undefined
}

/** The app's mark: a large body, an orbit, and a small body at its nearest point. */
export function Mark(props: MarkProps): JSX.Element {
  return (
    <svg
      class="mark"
      width={props.size}
      height={props.size}
      viewBox="0 0 100 100"
      role={props.label ? 'img' : undefined}
      aria-hidden={props.label ? undefined : 'true'}
    >
      <Show when={props.label}>
        <title>{props.label}</title>
      </Show>
      <path
        d="M62.6 84.6A38 38 0 1 0 37.4 84.6"
        transform="translate(0 -2)"
        fill="none"
        stroke="currentColor"
        stroke-width="7"
        stroke-linecap="round"
      />
      <circle cx="50" cy="52" r="17" fill="currentColor" />
      <circle cx="50" cy="86" r="9" fill="currentColor" />
    </svg>
  )
}
