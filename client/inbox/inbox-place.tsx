import { Show, type JSX } from 'solid-js'
import type { ApprovalView, FleetOrb } from '../../shared/rooms/content.ts'
import { createCountdown } from '../approvals/countdown.ts'
import { TimeLeft } from '../approvals/time-left.tsx'
import { useApp } from '../devices/app-context.ts'
import { faceOf } from '../fleet/group-fleet.ts'
import { OrbDial } from '../look/dial.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { inboxWords } from './words.ts'

/** Where a question comes from, how long it has waited, and how much time is left. */
export function InboxPlace(props: {
  readonly approval: ApprovalView
  readonly titles: Readonly<Record<string, string>>
}): JSX.Element {
  const { fleet } = useApp()
  const orb = (): FleetOrb | undefined => fleet.orbs[props.approval.orbId]
  const left = createCountdown(() => props.approval.request.expiresAt)
  return (
    <p class="inbox-place">
      <Show when={orb()}>
        {(known) => <OrbDial face={faceOf(known())} lastActivity={known().lastActivity} size={20} decorative />}
      </Show>
      <a class="inbox-thread" href={`/o/${props.approval.orbId}/t/${props.approval.request.threadId}`} dir="auto">
        <strong>
          <RevealedText text={orb()?.title ?? inboxWords.orbGone} />
        </strong>
        {' · '}
        <RevealedText text={threadName(props.titles, props.approval)} prose />
      </a>
      <span class="inbox-times">
        <TimeLeft left={left} />
        <RelativeTime at={props.approval.request.raisedAt} />
      </span>
    </p>
  )
}

/** What a thread is called, where the relay knows a name. */
export function threadName(titles: Readonly<Record<string, string>>, { request }: ApprovalView): string {
  return titles[request.threadId] || inboxWords.thread
}
