import { Match, Switch, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Door } from './door.tsx'
import { RevokedPage } from './revoked-page.tsx'
import { refreshSession, sessionState } from './session.ts'
import { StrangerPage } from './stranger-page.tsx'
import { UnablePage } from './unable-page.tsx'
import { WaysIn } from './ways-in.tsx'
import { deviceWords } from './words.ts'

/** What a device sees that is not signed in: why, and the ways in. */
export default function NotSignedIn(): JSX.Element {
  const keyless = (): string | false => {
    const now = sessionState()
    return now.state === 'keyless' && now.session.personName
  }
  return (
    <Switch>
      <Match when={sessionState().state === 'asking'}>
        <Door title={deviceWords.asking} quiet>
          <Skeleton lines={2} />
        </Door>
      </Match>
      <Match when={sessionState().state === 'signed-out'}>
        <Door title={deviceWords.signedOut} text={deviceWords.signedOutText} actions={<WaysIn />} />
      </Match>
      <Match when={sessionState().state === 'unpaired'}>
        <Door
          title={deviceWords.unpaired}
          text={deviceWords.unpairedText}
          actions={
            <a class="button button-primary button-wide" href="/first">
              {deviceWords.toFirst}
            </a>
          }
        />
      </Match>
      <Match when={keyless()}>
        {(person) => (
          <Door
            title={deviceWords.keyless}
            text={deviceWords.keylessText(person())}
            actions={
              <a class="button button-primary button-wide" href="/pair">
                {deviceWords.toPair}
              </a>
            }
          >
            <p>{deviceWords.keylessHow}</p>
          </Door>
        )}
      </Match>
      <Match when={sessionState().state === 'revoked'}>
        <RevokedPage />
      </Match>
      <Match when={sessionState().state === 'stranger'}>
        <StrangerPage />
      </Match>
      <Match when={sessionState().state === 'unable'}>
        <UnablePage />
      </Match>
      <Match when={sessionState().state === 'unreachable'}>
        <Door
          title={deviceWords.noRelay}
          text={deviceWords.noRelayText}
          actions={
            <Button kind="primary" wide onPress={() => void refreshSession()}>
              {deviceWords.again}
            </Button>
          }
        />
      </Match>
    </Switch>
  )
}
