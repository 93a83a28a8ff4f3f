import { createEffect, Match, Show, Switch, untrack, type JSX } from 'solid-js'
import { useApp } from '../../devices/app-context.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { rememberDevice } from '../../fleet/new-devices.ts'
import { Button } from '../../ui/button.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { allCanWords } from '../people/grant-words.ts'
import { useRoster } from '../roster-gate.tsx'
import { AskingDevice, MatchNumbers } from './asking-device.tsx'
import { createInviting, type Inviting } from './inviting.ts'
import type { Invitee } from './invitee.ts'
import { OpenInvitation } from './open-invitation.tsx'
import { addDeviceWords as words } from './words.ts'

/** Props of {@link InvitePage}. */
export interface InvitePageProps {
  readonly invitee: Invitee
  readonly publicUrl: string | null
  /** Back to the beginning. */
  readonly onAgain: () => void
}

/** One invitation, from its QR code to the device that is in. */
export function InvitePage(props: InvitePageProps): JSX.Element {
  const inviting = createInviting(untrack(() => props.invitee))
  return (
    <InviteView
      state={inviting.state()}
      heard={inviting.heard()}
      publicUrl={props.publicUrl}
      onChoose={(number) => void inviting.choose(number)}
      onAgain={() => props.onAgain()}
    />
  )
}

/** Props of {@link InviteView}. */
export interface InviteViewProps extends Pick<InvitePageProps, 'publicUrl' | 'onAgain'> {
  readonly state: Inviting
  readonly heard: boolean
  readonly onChoose: (number: string | null) => void
}

/** An invitation as it stands. */
export function InviteView(props: InviteViewProps): JSX.Element {
  const is = <T extends Inviting['step']>(step: T): Extract<Inviting, { step: T }> | false =>
    props.state.step === step && (props.state as Extract<Inviting, { step: T }>)
  return (
    <div class="invite">
      <Show when={!props.heard}>
        <StatusLine text={words.pollFailed} bad />
      </Show>
      <Switch>
        <Match when={is('making')}>
          <p class="settings-text" role="status">
            {words.making}
          </p>
          <Skeleton lines={4} />
        </Match>
        <Match when={is('open')}>
          {(open) => <OpenInvitation {...open()} publicUrl={props.publicUrl} onStop={() => props.onAgain()} />}
        </Match>
        <Match when={is('asking')}>
          {(now) => (
            <AskingDevice asking={now().asking}>
              <p class="settings-text" role="status">
                {words.waiting}
              </p>
              <Button onPress={() => props.onAgain()}>{words.stop}</Button>
            </AskingDevice>
          )}
        </Match>
        <Match when={is('match')}>
          {(now) => (
            <AskingDevice asking={now().asking}>
              <MatchNumbers choices={now().choices} onChoose={(number) => props.onChoose(number)} />
            </AskingDevice>
          )}
        </Match>
        <Match when={is('signing')}>
          {(now) => (
            <AskingDevice asking={now().asking}>
              <p class="settings-text" role="status">
                {words.signing}
              </p>
            </AskingDevice>
          )}
        </Match>
        <Match when={is('done')}>{(done) => <Done done={done()} onAgain={() => props.onAgain()} />}</Match>
        <Match when={is('ended')}>{(ended) => <Ended ended={ended()} onAgain={() => props.onAgain()} />}</Match>
      </Switch>
    </div>
  )
}

function Done(props: {
  readonly done: Extract<Inviting, { step: 'done' }>
  readonly onAgain: () => void
}): JSX.Element {
  const { fleet, session } = useApp()
  const store = useRoster()
  const name = (): string => props.done.asking.device.name
  createEffect(() => {
    // The one who let it in need not be told of it.
    rememberDevice(props.done.asking.device.deviceId)
    void store.reload()
  })
  const can = (): string => {
    const { person } = props.done
    if (person.personId === session.personId) return words.youCan
    const titleOf = (orbId: string): string | undefined => fleet.orbs[orbId]?.title
    return words.canNow(person.name, allCanWords(person.grants, titleOf, relayNow()))
  }
  return (
    <div role="status" class="invite-end">
      <h2 class="invite-title">
        <RevealedText text={words.in(name(), props.done.person.name)} prose />
      </h2>
      <p>
        <RevealedText text={can()} prose />
      </p>
      <a class="button button-primary button-wide" href="/settings/devices">
        {words.toDevices}
      </a>
      <Button wide onPress={() => props.onAgain()}>
        {words.another}
      </Button>
    </div>
  )
}

function Ended(props: {
  readonly ended: Extract<Inviting, { step: 'ended' }>
  readonly onAgain: () => void
}): JSX.Element {
  const text = (): string =>
    props.ended.why === 'failed' ? (props.ended.message ?? '') : words.endedText[props.ended.why]
  return (
    <div
      role="alert"
      class="invite-end"
      classList={{ 'invite-bad': props.ended.why === 'tampered' || props.ended.why === 'number' }}
    >
      <h2 class="invite-title">{words.ended[props.ended.why]}</h2>
      <p>{text()}</p>
      <Button kind="primary" wide onPress={() => props.onAgain()}>
        {words.again}
      </Button>
    </div>
  )
}
