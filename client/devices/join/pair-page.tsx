import { Navigate } from '@solidjs/router'
import { createSignal, Match, onCleanup, Show, Switch, type JSX } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { canHoldKeys } from '../device-key.ts'
import { Door } from '../door.tsx'
import { refreshSession, sessionState } from '../session.ts'
import { UnablePage } from '../unable-page.tsx'
import type { Invited } from '../../../shared/devices/invitation.ts'
import { join, type JoinEnd, type JoinStep } from './join.ts'
import { JoinForm } from './join-form.tsx'
import { MatchPage } from './match-page.tsx'
import { joinWords } from './words.ts'

/** A further device: by the link in the address, by a typed code, or by a scanned one. */
export default function PairPage(): JSX.Element {
  const [step, setStep] = createSignal<JoinStep | null>(null)
  let running = new AbortController()
  onCleanup(() => running.abort())

  async function begin(invitation: Invited, name: string): Promise<void> {
    running.abort()
    running = new AbortController()
    await join(invitation, name, setStep, running.signal)
    if (step()?.step === 'joined') await refreshSession()
  }
  function cancel(): void {
    running.abort()
    setStep(null)
  }
  const matching = (): (JoinStep & { step: 'matching' }) | false => {
    const now = step()
    return now?.step === 'matching' && now
  }
  const ended = (): JoinEnd | false => {
    const now = step()
    return now?.step === 'ended' && now.end
  }

  return (
    <Switch fallback={<JoinForm asking={step()?.step === 'asking'} onAsk={(by, name) => void begin(by, name)} />}>
      <Match when={!canHoldKeys()}>
        <UnablePage />
      </Match>
      <Match when={step()?.step === 'joined'}>
        <Joined />
      </Match>
      <Match when={step() === null && sessionState().state === 'signed-in'}>
        <Door title={joinWords.already} text={joinWords.alreadyText} actions={<Open />} />
      </Match>
      <Match when={step()?.step === 'waiting'}>
        <Door
          title={joinWords.waiting}
          text={joinWords.waitingText}
          actions={
            <Button wide onPress={cancel}>
              {joinWords.cancel}
            </Button>
          }
        />
      </Match>
      <Match when={matching()}>{(now) => <MatchPage number={now().number} onCancel={cancel} />}</Match>
      <Match when={ended()}>
        {(end) => (
          <Door
            title={joinWords.ends[end().why].title}
            text={sentenceOf(end())}
            actions={
              <Button kind="primary" wide onPress={cancel}>
                {joinWords.restart}
              </Button>
            }
          />
        )}
      </Match>
    </Switch>
  )
}

/** It is in; what is left is the session, which may still have to wait for the relay. */
function Joined(): JSX.Element {
  return (
    <Show
      when={sessionState().state === 'signed-in'}
      fallback={<Door title={joinWords.joined} text={joinWords.joinedText} actions={<Open />} />}
    >
      <Navigate href="/" />
    </Show>
  )
}

function Open(): JSX.Element {
  return (
    <a class="button button-primary button-wide" href="/">
      {joinWords.open}
    </a>
  )
}

function sentenceOf(end: JoinEnd): string {
  return end.why === 'refused' ? end.message : joinWords.ends[end.why].text
}
