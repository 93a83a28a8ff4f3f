import { Navigate } from '@solidjs/router'
import { createSignal, Match, Show, Switch, type JSX } from 'solid-js'
import { Secret } from '../../../shared/devices/pairing.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { readName } from '../../../shared/people/name.ts'
import { joints } from '../../i18n/words.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeField } from '../code-field.tsx'
import { canHoldKeys } from '../device-key.ts'
import { deviceName } from '../device-name.ts'
import { Door } from '../door.tsx'
import { WaysIn } from '../ways-in.tsx'
import { Problem } from '../problem.tsx'
import { readTypedCode } from '../read-typed-code.ts'
import { refreshSession, sessionState } from '../session.ts'
import { onFragment } from '../on-fragment.ts'
import { UnablePage } from '../unable-page.tsx'
import { foundRelay, prepareFounding, type Founding, type FoundOutcome } from './found-relay.ts'
import { firstWords } from './words.ts'

/** The first device of a relay, by the link or the code of its terminal: it founds the roster and owns everything. */
export default function FirstPage(): JSX.Element {
  const [isTaken, setTaken] = createSignal(false)

  return (
    <Switch fallback={<Form onFounded={() => void refreshSession()} onTaken={() => setTaken(true)} />}>
      <Match when={!canHoldKeys()}>
        <UnablePage />
      </Match>
      <Match when={sessionState().state === 'signed-in'}>
        <Navigate href="/" />
      </Match>
      <Match when={isTaken() || isPairedAlready()}>
        <Door title={firstWords.taken} text={firstWords.takenText} actions={<WaysIn />} />
      </Match>
    </Switch>
  )
}

/** The relay answered a device without a key, and not that it has no owner. */
function isPairedAlready(): boolean {
  const { state } = sessionState()
  return state === 'signed-out' || state === 'keyless'
}

interface FormProps {
  readonly onFounded: () => void
  readonly onTaken: () => void
}

function Form(props: FormProps): JSX.Element {
  const [secret, setSecret] = createSignal('')
  const [code, setCode] = createSignal('')
  const [person, setPerson] = createSignal('')
  const [device, setDevice] = createSignal(deviceName())
  const [isWorking, setWorking] = createSignal(false)
  /** Whether somebody has pressed with something still missing. */
  const [isChecked, setChecked] = createSignal(false)
  const [outcome, setOutcome] = createSignal<FoundOutcome | null>(null)
  let founding: Founding | null = null
  // A link is not spent by a visit: previews and prefetching open pages too.
  onFragment((fragment) => {
    if (Secret.safeParse(fragment).success) setSecret(fragment)
  })

  const proof = (): { secret: string } | { code: string } | null => {
    if (secret() !== '') return { secret: secret() }
    const typed = readTypedCode(code()).code
    return typed === null ? null : { code: typed }
  }
  const problemOf = (typed: string): string | undefined =>
    isChecked() && readName(typed) === null ? firstWords.nameMissing : undefined
  const codeProblem = (): string | undefined => (isChecked() ? (readTypedCode(code()).problem ?? undefined) : undefined)

  async function submit(): Promise<void> {
    const names = { person: readName(person()), device: readName(device()) }
    const proven = proof()
    setChecked(true)
    if (names.person === null || names.device === null || proven === null) return
    setWorking(true)
    setOutcome(null)
    const became = await send(names.person, names.device, proven)
    setWorking(false)
    setOutcome(became)
    if (became.outcome === 'founded') props.onFounded()
    if (became.outcome === 'taken') props.onTaken()
    if (became.outcome === 'refused') {
      setSecret('')
      setCode('')
      setChecked(false)
    }
  }

  async function send(
    personName: string,
    name: string,
    proven: { secret: string } | { code: string },
  ): Promise<FoundOutcome> {
    try {
      // After silence the same entry goes again, whatever was changed in the form since: the relay may have it.
      founding ??= await prepareFounding(personName, name)
    } catch {
      return { outcome: 'unreachable' }
    }
    const became = await foundRelay(founding, proven)
    if (became.outcome === 'refused') founding = null
    return became
  }

  return (
    <Door
      title={firstWords.title}
      text={firstWords.text}
      onSubmit={() => !isWorking() && void submit()}
      actions={
        <>
          <Problem text={problemWords(outcome())} />
          <Button kind="primary" wide submit disabled={isWorking()} onPress={() => undefined}>
            {isWorking() ? firstWords.working : firstWords.confirm}
          </Button>
        </>
      }
    >
      <Show when={secret() === ''}>
        <CodeField value={code()} onInput={setCode} hint={firstWords.codeHint} problem={codeProblem()} />
      </Show>
      <TextField
        label={firstWords.yourName}
        hint={firstWords.yourNameHint}
        value={person()}
        onInput={setPerson}
        problem={problemOf(person())}
        maxLength={LIMITS.nameChars}
        autocomplete="name"
        autocapitalize="words"
      />
      <TextField
        label={firstWords.deviceName}
        value={device()}
        onInput={setDevice}
        problem={problemOf(device())}
        maxLength={LIMITS.nameChars}
      />
    </Door>
  )
}

function problemWords(outcome: FoundOutcome | null): string | null {
  switch (outcome?.outcome) {
    case 'refused':
      return `${joints.sentences(firstWords.refused, outcome.message)} ${firstWords.again}`
    case 'unreachable':
      return firstWords.unreachable
    case 'no-storage':
      return firstWords.noStorage
    default:
      return null
  }
}
