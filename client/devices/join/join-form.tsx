import ScanLine from 'lucide-solid/icons/scan-line'
import { createSignal, lazy, Match, Show, Suspense, Switch, type JSX } from 'solid-js'
import { readPairingFragment, type PairingLink } from '../../../shared/devices/pairing.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { readName } from '../../../shared/people/name.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeField } from '../code-field.tsx'
import { deviceName } from '../device-name.ts'
import { Door } from '../door.tsx'
import { readTypedCode } from '../read-typed-code.ts'
import { onFragment } from '../on-fragment.ts'
import type { Invited } from '../../../shared/devices/invitation.ts'
import { joinWords } from './words.ts'

const Scanner = lazy(() => import('../scan/scanner.tsx'))

/** Props of {@link JoinForm}. */
export interface JoinFormProps {
  readonly asking: boolean
  readonly onAsk: (invitation: Invited, name: string) => void
}

/** Takes the invitation, from the address, by hand or by camera, and this device's name. */
export function JoinForm(props: JoinFormProps): JSX.Element {
  const [link, setLink] = createSignal<PairingLink | null>(null)
  const [code, setCode] = createSignal('')
  const [name, setName] = createSignal(deviceName())
  const [isChecked, setChecked] = createSignal(false)
  const [isScanning, setScanning] = createSignal(false)
  const [note, setNote] = createSignal('')
  onFragment((fragment) => {
    const read = readPairingFragment(fragment)
    setLink(read)
    setNote(read === null ? joinWords.notALink : '')
  })

  const invitation = (): Invited | null => {
    const given = link()
    if (given !== null) return { link: given }
    const typed = readTypedCode(code()).code
    return typed === null ? null : { code: typed }
  }
  const codeProblem = (): string | undefined =>
    note() === joinWords.notALink ? note() : isChecked() ? (readTypedCode(code()).problem ?? undefined) : undefined
  const nameProblem = (): string | undefined =>
    isChecked() && readName(name()) === null ? joinWords.nameMissing : undefined

  function submit(): void {
    const [by, called] = [invitation(), readName(name())]
    setChecked(true)
    setNote('')
    if (by !== null && called !== null && !props.asking) props.onAsk(by, called)
  }
  /** A link that was pasted. */
  function take(text: string): void {
    const read = readPairingFragment(text.slice(text.indexOf('#')))
    setNote(read === null ? joinWords.notALink : joinWords.scanned)
    setLink(read)
  }
  function scanned(read: PairingLink): void {
    setScanning(false)
    setLink(read)
    setNote(joinWords.scanned)
  }

  return (
    <Switch>
      <Match when={isScanning()}>
        <Suspense>
          <Scanner onFound={scanned} onCancel={() => setScanning(false)} />
        </Suspense>
      </Match>
      <Match when={true}>
        <Door
          title={joinWords.title}
          text={link() === null ? joinWords.byCode : joinWords.byLink}
          onSubmit={submit}
          actions={
            <>
              <Button kind="primary" wide submit disabled={props.asking} onPress={() => undefined}>
                {props.asking ? joinWords.asking : joinWords.ask}
              </Button>
              <Show when={link() === null}>
                <Button wide icon={<ScanLine class="icon" />} onPress={() => setScanning(true)}>
                  {joinWords.scan}
                </Button>
              </Show>
            </>
          }
        >
          <Show when={link() === null} fallback={<p role="status">{note()}</p>}>
            <CodeField
              value={code()}
              onInput={setCode}
              onPasteText={take}
              hint={joinWords.codeHint}
              problem={codeProblem()}
            />
          </Show>
          <TextField
            label={joinWords.deviceName}
            value={name()}
            onInput={setName}
            problem={nameProblem()}
            maxLength={LIMITS.nameChars}
          />
        </Door>
      </Match>
    </Switch>
  )
}
