import { createResource, createSignal, Match, Show, Switch, type JSX } from 'solid-js'
import { isGovernor } from '../../shared/devices/roster.ts'
import { EVERYTHING } from '../../shared/people/grants.ts'
import { joints } from '../i18n/words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useMay } from './rights.ts'
import { loadRoster } from './roster-client.ts'
import { knownSession } from './session.ts'
import { forgetThisDevice, signOut, type SignOutOutcome } from './sign-out.ts'
import { signOutWords } from './sign-out-words.ts'

/** Props of {@link SignOutDialog}. */
export interface SignOutDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

type Step = 'asking' | 'working' | Exclude<SignOutOutcome, { outcome: 'signed-out' }>

/** Asks before a sign-out, says what it takes along, and what it means where the relay cannot be reached. */
export function SignOutDialog(props: SignOutDialogProps): JSX.Element {
  const mayDo = useMay()
  const [step, setStep] = createSignal<Step>('asking')
  const [isLast] = createResource(() => props.open && mayDo('govern', EVERYTHING), isLastOwner)
  const told = (): Exclude<Step, string> | null => {
    const now = step()
    return typeof now === 'string' ? null : now
  }

  async function go(): Promise<void> {
    setStep('working')
    const outcome = await signOut()
    if (outcome.outcome === 'signed-out') leave()
    else setStep(outcome)
  }
  async function forget(): Promise<void> {
    setStep('working')
    // The shell is cleared too, and without the relay it cannot come again: the last page is taken out before.
    await import('./not-signed-in.tsx').catch(() => undefined)
    await forgetThisDevice()
  }
  const close = (): void => {
    if (step() === 'working') return
    setStep('asking')
    props.onClose()
  }

  return (
    <Dialog open={props.open} title={signOutWords.title} onClose={close}>
      <Switch>
        <Match when={told()?.outcome === 'unreachable'}>
          <p role="alert">
            <strong>{joints.ended(signOutWords.unreachable)}</strong> {signOutWords.unreachableText}
          </p>
          <Button kind="primary" wide onPress={() => void go()}>
            {signOutWords.again}
          </Button>
          <Button kind="danger" wide onPress={() => void forget()}>
            {signOutWords.forget}
          </Button>
        </Match>
        <Match when={true}>
          <p>{signOutWords.text}</p>
          <Show when={isLast.latest === true}>
            <p>
              <strong>{signOutWords.lastOwner}</strong>
            </p>
          </Show>
          <Show when={refusalOf(told())}>
            {(message) => (
              <p role="alert">
                <strong>{joints.ended(signOutWords.refused)}</strong> {message()}
              </p>
            )}
          </Show>
          <Button kind="danger" wide disabled={step() === 'working'} onPress={() => void go()}>
            {step() === 'working' ? signOutWords.working : signOutWords.confirm}
          </Button>
          <Button wide disabled={step() === 'working'} onPress={close}>
            {signOutWords.cancel}
          </Button>
        </Match>
      </Switch>
    </Dialog>
  )
}

/** A page that starts anew has nothing in memory either. */
function leave(): void {
  location.replace('/')
}

function refusalOf(told: Exclude<Step, string> | null): string | null {
  return told?.outcome === 'refused' ? told.message : null
}

/** True where no other device could sign the roster after this one. */
async function isLastOwner(): Promise<boolean> {
  try {
    const { roster } = await loadRoster()
    const own = knownSession()?.deviceId
    return ![...roster.devices.values()].some(
      ({ deviceId, personId, revokedIn }) =>
        deviceId !== own && revokedIn === null && isGovernor(roster.people.get(personId)),
    )
  } catch {
    return false
  }
}
