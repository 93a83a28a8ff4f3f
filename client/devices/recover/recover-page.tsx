import { Navigate } from '@solidjs/router'
import { createSignal, Match, Switch, type JSX } from 'solid-js'
import { LIMITS } from '../../../shared/limits.ts'
import { readName } from '../../../shared/people/name.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { canHoldKeys } from '../device-key.ts'
import { deviceName } from '../device-name.ts'
import { Door } from '../door.tsx'
import { Problem } from '../problem.tsx'
import { rememberedSession } from '../remembered-session.ts'
import { refreshSession, sessionState } from '../session.ts'
import { UnablePage } from '../unable-page.tsx'
import { recover, type RecoverOutcome } from './recover.ts'
import { recoverWords } from './words.ts'

/** The way back where every device of an owner is lost. */
export default function RecoverPage(): JSX.Element {
  const [phrase, setPhrase] = createSignal('')
  const [person, setPerson] = createSignal(rememberedSession()?.personName ?? '')
  const [device, setDevice] = createSignal(deviceName())
  const [isWorking, setWorking] = createSignal(false)
  const [isChecked, setChecked] = createSignal(false)
  const [outcome, setOutcome] = createSignal<RecoverOutcome | null>(null)
  const [isBack, setBack] = createSignal(false)
  const problemOf = (name: string): string | undefined =>
    isChecked() && readName(name) === null ? recoverWords.nameMissing : undefined

  async function submit(): Promise<void> {
    const names = { person: readName(person()), device: readName(device()) }
    setChecked(true)
    if (names.person === null || names.device === null || isWorking()) return
    setWorking(true)
    // Where the relay was silent it may have taken the phrase already, which then counts no more: that is found out first.
    const isIn = outcome()?.outcome === 'unreachable' && (await isSignedIn())
    const became: RecoverOutcome = isIn ? { outcome: 'recovered' } : await recover(phrase(), names.person, names.device)
    setWorking(false)
    setOutcome(became)
    if (became.outcome !== 'recovered') return
    setPhrase('')
    await refreshSession()
    setBack(true)
  }

  return (
    <Switch>
      <Match when={!canHoldKeys()}>
        <UnablePage />
      </Match>
      <Match when={isBack()}>
        <Navigate href="/" />
      </Match>
      <Match when={true}>
        <Door
          title={recoverWords.title}
          text={recoverWords.text}
          onSubmit={() => void submit()}
          actions={
            <>
              <Problem text={problemWords(outcome())} />
              <Button kind="danger" wide submit disabled={isWorking()} onPress={() => undefined}>
                {isWorking() ? recoverWords.working : recoverWords.confirm}
              </Button>
              <a class="button button-outlined button-wide" href="/">
                {recoverWords.back}
              </a>
            </>
          }
        >
          <TextField
            label={recoverWords.phrase}
            hint={recoverWords.phraseHint}
            value={phrase()}
            onInput={setPhrase}
            rows={3}
            autocapitalize="none"
          />
          <TextField
            label={recoverWords.yourName}
            value={person()}
            onInput={setPerson}
            problem={problemOf(person())}
            maxLength={LIMITS.nameChars}
            autocomplete="name"
            autocapitalize="words"
          />
          <TextField
            label={recoverWords.deviceName}
            value={device()}
            onInput={setDevice}
            problem={problemOf(device())}
            maxLength={LIMITS.nameChars}
          />
        </Door>
      </Match>
    </Switch>
  )
}

async function isSignedIn(): Promise<boolean> {
  await refreshSession()
  return sessionState().state === 'signed-in'
}

function problemWords(outcome: RecoverOutcome | null): string | null {
  if (outcome === null || outcome.outcome === 'recovered') return null
  return outcome.outcome === 'refused' ? recoverWords.refused(outcome.message) : recoverWords[outcome.outcome]
}
