import { createEffect, createSignal, Show, type JSX } from 'solid-js'
import { newId } from '../../shared/ids.ts'
import { stopAll } from '../commands/send-command.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FourStateButton } from '../ui/four-state-button.tsx'
import type { Progress } from '../ui/progress.ts'
import { fleetWords } from './words.ts'

/** Asks once more, then stops every run of every orb by one request. */
export function StopAllDialog(props: { readonly open: boolean; readonly onClose: () => void }): JSX.Element {
  const [progress, setProgress] = createSignal<Progress>('idle')
  const [problem, setProblem] = createSignal<string | null>(null)
  let commandId = newId()

  createEffect(() => {
    if (!props.open) return
    commandId = newId()
    setProgress('idle')
    setProblem(null)
  })

  async function stop(): Promise<void> {
    setProgress('sending')
    const outcome = await stopAll(commandId)
    if (outcome.outcome === 'recorded') {
      setProgress('recorded')
      return props.onClose()
    }
    setProgress('failed')
    setProblem(outcome.outcome === 'failed' ? outcome.message : fleetWords.stopFailed)
  }

  return (
    <Dialog open={props.open} title={fleetWords.stopAllTitle} onClose={() => props.onClose()}>
      <p>{fleetWords.stopAllText}</p>
      <Show when={problem()}>{(text) => <p role="alert">{text()}</p>}</Show>
      <FourStateButton
        kind="danger"
        wide
        progress={progress()}
        words={fleetWords.stopEvery}
        onPress={() => void stop()}
      />
    </Dialog>
  )
}
