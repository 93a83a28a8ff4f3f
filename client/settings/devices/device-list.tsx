import Monitor from 'lucide-solid/icons/monitor-smartphone'
import SquareTerminal from 'lucide-solid/icons/square-terminal'
import { createMemo, createSignal, For, Show, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { Member } from '../../../shared/devices/roster.ts'
import { useApp } from '../../devices/app-context.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { Block } from '../parts.tsx'
import { RosterGate, type ReadyRoster } from '../roster-gate.tsx'
import { DeviceSheet } from './device-sheet.tsx'
import { devicesByPerson } from './group-devices.ts'
import { SeenWords, type Seen } from './seen.tsx'
import { deviceListWords as words } from './words.ts'

/** Every device by its person, and the way to be rid of one. */
export function DeviceList(): JSX.Element {
  return <RosterGate>{(ready) => <Devices ready={ready()} />}</RosterGate>
}

function Devices(props: { readonly ready: ReadyRoster }): JSX.Element {
  const { session } = useApp()
  const [open, setOpen] = createSignal<string>()
  const groups = createMemo(() => devicesByPerson(props.ready.roster, session.personId, session.deviceId))
  const removed = createMemo(() =>
    [...props.ready.roster.devices.values()]
      .filter((device) => device.revokedIn !== null)
      .toSorted((a, b) => (b.revokedAt ?? 0) - (a.revokedAt ?? 0)),
  )
  const device = (): Member | undefined => props.ready.roster.devices.get(open() ?? '')
  return (
    <>
      <a class="button button-primary settings-lead" href="/settings/add-device">
        {words.add}
      </a>
      <For each={groups()}>
        {(group) => (
          <section class="settings-block">
            <h2 class="settings-heading">
              <RevealedText text={group.person.name} />
            </h2>
            <ul class="settings-list" role="list">
              <For each={group.devices}>
                {(one) => (
                  <li>
                    <DeviceRow
                      device={one}
                      seen={props.ready.activity.get(one.deviceId)}
                      own={one.deviceId === session.deviceId}
                      onOpen={() => setOpen(one.deviceId)}
                    />
                  </li>
                )}
              </For>
            </ul>
          </section>
        )}
      </For>
      <Show when={removed().length > 0}>
        <Block title={words.removed}>
          <ul class="settings-list" role="list">
            <For each={removed()}>
              {(one) => (
                <li class="settings-line settings-gone">
                  <RevealedText text={one.name} />
                  <span class="settings-text">
                    {' '}
                    <RevealedText text={props.ready.roster.people.get(one.personId)?.name ?? ''} /> · {words.removedAt}{' '}
                    <RelativeTime at={one.revokedAt ?? 0} ago />
                  </span>
                </li>
              )}
            </For>
          </ul>
        </Block>
      </Show>
      <DeviceSheet
        device={device()}
        ready={props.ready}
        seen={props.ready.activity.get(open() ?? '')}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

function DeviceRow(props: {
  readonly device: Member
  readonly seen: Seen | undefined
  readonly own: boolean
  readonly onOpen: () => void
}): JSX.Element {
  return (
    <button type="button" class="settings-row" aria-haspopup="dialog" onClick={() => props.onOpen()}>
      <Dynamic component={props.device.kind === 'browser' ? Monitor : SquareTerminal} class="icon" />
      <span class="settings-row-main">
        <span class="settings-row-title">
          <RevealedText text={props.device.name} />
          <Show when={props.own}>
            {' '}
            <span class="settings-badge">{words.thisOne}</span>
          </Show>
        </span>
        <span class="settings-row-text">
          {words.kinds[props.device.kind]} · <SeenWords seen={props.seen} />
        </span>
      </span>
    </button>
  )
}
