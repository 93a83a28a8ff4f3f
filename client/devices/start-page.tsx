import { useNavigate } from '@solidjs/router'
import { createSignal, Match, onMount, Switch, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { redeemStartLink } from './session.ts'
import { deviceWords } from './words.ts'

type Step = 'ready' | 'sending' | 'refused' | 'unreachable'

/**
 * Spends the secret of a start link on a press, not on a visit: link previews and prefetching must not use it up.
 * The secret stands in the fragment, which no server sees, and is taken out of the address at once.
 */
export function StartPage(): JSX.Element {
  const navigate = useNavigate()
  const [step, setStep] = createSignal<Step>('ready')
  let secret = ''

  onMount(() => {
    secret = location.hash.slice(1)
    history.replaceState(history.state, '', location.pathname)
    if (secret === '') setStep('refused')
  })

  async function signIn(): Promise<void> {
    setStep('sending')
    const outcome = await redeemStartLink(secret)
    if (outcome === 'signed-in') navigate('/', { replace: true })
    else setStep(outcome)
  }

  return (
    <Switch>
      <Match when={step() === 'ready'}>
        <EmptyState title={deviceWords.start} text={deviceWords.startText}>
          <Button kind="primary" onPress={() => void signIn()}>
            {deviceWords.signIn}
          </Button>
        </EmptyState>
      </Match>
      <Match when={step() === 'sending'}>
        <EmptyState title={deviceWords.starting} text="">
          <Skeleton lines={2} />
        </EmptyState>
      </Match>
      <Match when={step() === 'refused'}>
        <EmptyState title={deviceWords.refused} text={deviceWords.refusedText} />
      </Match>
      <Match when={step() === 'unreachable'}>
        <EmptyState title={deviceWords.unreachable} text={deviceWords.unreachableText}>
          <Button kind="primary" onPress={() => void signIn()}>
            {deviceWords.again}
          </Button>
        </EmptyState>
      </Match>
    </Switch>
  )
}
