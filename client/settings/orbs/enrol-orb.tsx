import { createResource, createSignal, Show, type JSX } from 'solid-js'
import type { RenewedOrb } from '../../../shared/devices/enrolment.ts'
import { RelayInfo } from '../../../shared/devices/pairing.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { readName } from '../../../shared/people/name.ts'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { minuteTime } from '../../ui/time-words.ts'
import { addressFor } from '../add-device/https.ts'
import { whyFailed } from '../change.ts'
import { Block, Callout, CopyButton, Field, Problem } from '../parts.tsx'
import { settingsWords } from '../words.ts'
import { makeEnrolment, type MadeEnrolment } from './orb-requests.ts'
import { orbCommand } from './shell-command.ts'
import { orbSettingsWords as words } from './words.ts'

/** A new orb: a name and an agent for the command, then the command and its secret word. */
export function EnrolOrb(): JSX.Element {
  const [name, setName] = createSignal('')
  const [agent, setAgent] = createSignal('')
  return (
    <Enrolment orb={null} command={orbCommand(readName(name()), agent())} after={words.afterNew}>
      <Field label={words.name}>
        <input
          class="settings-input"
          maxLength={LIMITS.nameChars}
          autocomplete="off"
          value={name()}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <span class="settings-text">{words.nameText}</span>
      </Field>
      <Field label={words.command}>
        <input
          class="settings-input settings-mono"
          maxLength={1000}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="opencode acp"
          value={agent()}
          onInput={(event) => setAgent(event.currentTarget.value)}
        />
        <span class="settings-text">{words.commandText}</span>
      </Field>
    </Enrolment>
  )
}

/** Props of {@link Enrolment}. */
export interface EnrolmentProps {
  readonly orb: RenewedOrb
  readonly command: string
  /** What happens once it is used. */
  readonly after: string
  /** What is asked before. */
  readonly children: JSX.Element
}

/** Makes an enrolment on request, and shows it once. */
export function Enrolment(props: EnrolmentProps): JSX.Element {
  const [made, setMade] = createSignal<MadeEnrolment & { readonly relay: string }>()
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal<string | null>(null)
  const [publicUrl] = createResource(async () =>
    api('GET', '/api/relay').then(
      ({ body }) => RelayInfo.parse(body).publicUrl,
      () => null,
    ),
  )

  async function make(): Promise<void> {
    if (busy()) return
    setBusy(true)
    setProblem(null)
    const relay = addressFor(publicUrl() ?? null, location.origin)
    try {
      setMade({ ...(await makeEnrolment(relay, props.orb)), relay })
    } catch (error) {
      setProblem(whyFailed(error, settingsWords.notSigned))
    }
    setBusy(false)
  }

  return (
    <Show
      when={made()}
      fallback={
        <div class="settings-form">
          {props.children}
          <Problem text={problem()} />
          <Button kind="primary" wide disabled={busy()} onPress={() => void make()}>
            {busy() ? words.making : words.make}
          </Button>
        </div>
      }
    >
      {(enrolment) => (
        <ShownEnrolment {...enrolment()} command={props.command} after={props.after} onDone={() => setMade()} />
      )}
    </Show>
  )
}

/** Props of {@link ShownEnrolment}. */
export interface ShownEnrolmentProps extends MadeEnrolment {
  readonly relay: string
  readonly command: string
  readonly after: string
  readonly onDone: () => void
}

/** The command and the secret word, each to be copied. */
export function ShownEnrolment(props: ShownEnrolmentProps): JSX.Element {
  return (
    <>
      <Block title={words.run}>
        <CodeBlock text={props.command} />
        <CopyButton text={props.command} label={words.copyCommand} />
      </Block>
      <Block title={words.paste}>
        <div class="settings-long" tabindex="0">
          <CodeBlock text={props.word} />
        </div>
        <CopyButton text={props.word} label={words.copyWord} />
        <Callout>{words.secret(minuteTime(props.expiresAt))}</Callout>
      </Block>
      <p class="settings-text">{words.origin(props.relay)}</p>
      <p class="settings-text">{props.after}</p>
      <Button wide onPress={() => props.onDone()}>
        {words.stopped}
      </Button>
    </>
  )
}
