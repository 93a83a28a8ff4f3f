import { createEffect, createSignal, For, Match, on, Show, Switch, type JSX } from 'solid-js'
import type { Member } from '../../../shared/devices/roster.ts'
import { useApp } from '../../devices/app-context.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { change } from '../change.ts'
import { Callout, Facts, Problem } from '../parts.tsx'
import { isLastOwnerDevice } from '../people/edit-grants.ts'
import { useRoster, type ReadyRoster } from '../roster-gate.tsx'
import { SeenWords, type Seen } from './seen.tsx'
import { deviceListWords as words } from './words.ts'

/** Props of {@link DeviceSheet}. */
export interface DeviceSheetProps {
  /** Undefined: closed. */
  readonly device: Member | undefined
  readonly ready: ReadyRoster
  readonly seen: Seen | undefined
  readonly onClose: () => void
}

/** What is known of one device, and the two ways to revoke it. */
export function DeviceSheet(props: DeviceSheetProps): JSX.Element {
  const [asking, setAsking] = createSignal<'removed' | 'lost' | null>(null)
  createEffect(
    on(
      () => props.device?.deviceId,
      () => setAsking(null),
    ),
  )
  const title = (): string => {
    const name = props.device?.name ?? ''
    if (asking() === null) return name
    return asking() === 'lost' ? words.lostQuestion(name) : words.removeQuestion(name)
  }
  return (
    <Sheet open={props.device !== undefined} title={title()} onClose={() => props.onClose()}>
      <Show when={props.device}>
        {(device) => (
          <Show when={asking()} fallback={<DeviceFacts {...props} device={device()} onAsk={(why) => setAsking(why)} />}>
            {(why) => <Revoke {...props} device={device()} why={why()} onKeep={() => setAsking(null)} />}
          </Show>
        )}
      </Show>
    </Sheet>
  )
}

function DeviceFacts(
  props: DeviceSheetProps & { readonly device: Member; readonly onAsk: (why: 'removed' | 'lost') => void },
): JSX.Element {
  const { session } = useApp()
  return (
    <>
      <Facts
        facts={[
          [words.person, <RevealedText text={props.ready.roster.people.get(props.device.personId)?.name ?? ''} />],
          [words.kind, words.kinds[props.device.kind]],
          [words.seen, <SeenWords seen={props.seen} />],
          [words.address, <code>{props.seen?.address ?? '–'}</code>],
          [words.added, <RelativeTime at={props.device.addedAt} ago />],
          ...(props.device.account === null ? [] : [[words.account, words.accountKnown] as const]),
        ]}
      />
      <Show
        when={props.device.deviceId !== session.deviceId}
        fallback={
          <>
            <p class="settings-text">{words.ownText}</p>
            <a class="button button-outlined button-wide" href="/settings/device">
              {words.toOwn}
            </a>
          </>
        }
      >
        <div class="dialog-actions">
          <Button kind="danger" onPress={() => props.onAsk('lost')}>
            {words.lost}
          </Button>
          <Button kind="danger" onPress={() => props.onAsk('removed')}>
            {words.remove}
          </Button>
        </div>
      </Show>
    </>
  )
}

function Revoke(
  props: DeviceSheetProps & {
    readonly device: Member
    readonly why: 'removed' | 'lost'
    readonly onKeep: () => void
  },
): JSX.Element {
  const store = useRoster()
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal<string | null>(null)

  async function revoke(): Promise<void> {
    setBusy(true)
    setProblem(null)
    const outcome = await change({ kind: 'device.revoke', deviceId: props.device.deviceId, why: props.why })
    setBusy(false)
    if (outcome.outcome === 'failed') return void setProblem(outcome.message)
    props.onClose()
    void store.reload()
  }

  return (
    <>
      <Switch>
        <Match when={props.why === 'lost'}>
          <ul class="settings-points">
            <For each={words.lostText}>{(text) => <li>{text}</li>}</For>
          </ul>
        </Match>
        <Match when={props.why === 'removed'}>
          <p>{words.removeText}</p>
        </Match>
      </Switch>
      <Show when={isLastOwnerDevice(props.ready.roster, props.device.deviceId)}>
        <Callout bad>{words.lastOwner}</Callout>
      </Show>
      <Problem text={problem()} />
      <div class="dialog-actions">
        <Button onPress={() => props.onKeep()}>{words.keep}</Button>
        <Button kind="danger" disabled={busy()} onPress={() => void revoke()}>
          {busy() ? words.busy : props.why === 'lost' ? words.revoke : words.remove}
        </Button>
      </div>
    </>
  )
}
