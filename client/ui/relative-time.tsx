import type { JSX } from 'solid-js'
import { useNow } from './clock.ts'
import { exactTime, relativeTime } from './time-words.ts'

/** Props of {@link RelativeTime}. */
export interface RelativeTimeProps {
  /** ms since the epoch. */
  readonly at: number
  /** "2 min ago": where it stands in a sentence. */
  readonly ago?: boolean | undefined
}

/** A moment as "2 min" that moves by the minute; the exact time is in its title. */
export function RelativeTime(props: RelativeTimeProps): JSX.Element {
  const now = useNow()
  const iso = (): string => (Math.abs(props.at) <= 8.64e15 ? new Date(props.at).toISOString() : '')
  return (
    <time
      class="number"
      dateTime={iso()}
      title={exactTime(props.at)}
      aria-label={relativeTime(props.at, now(), 'spoken')}
    >
      {relativeTime(props.at, now(), props.ago ? 'ago' : 'short')}
    </time>
  )
}
