import { createSignal, untrack, type JSX } from 'solid-js'
import { newId } from '../../shared/ids.ts'
import { sendCommand } from '../commands/send-command.ts'
import { whyNot } from '../commands/why-not.ts'
import { Composer } from '../composer/composer.tsx'
import { promptTooLong } from '../composer/submit-prompt.ts'
import { createCompletionSources } from './completion-sources.ts'
import { createStopRun } from './stop-run.ts'
import type { ThreadComposerProps } from './thread-composer.tsx'
import { threadWords } from './words.ts'

/**
 * The composer of somebody who may work in this thread alone: there is no desk, so the draft stays on this device and
 * nothing is queued. A message goes at once, and the field keeps it until the relay has it.
 */
export function OwnComposer(props: Omit<ThreadComposerProps, 'begun'>): JSX.Element {
  // The page is remade for another thread.
  const draft = untrack(() => props.desk.draft(props.threadId))
  const stop = createStopRun(props)
  const complete = createCompletionSources(props)
  const [problem, setProblem] = createSignal<string | null>(null)
  const [sending, setSending] = createSignal(false)
  /** The last message whose fate is not known: the same text goes under the same id, so that it counts once. */
  let unsure: { readonly text: string; readonly commandId: string } | null = null
  const connected = (): boolean => props.orb.status().state === 'live'

  async function submit(text: string): Promise<void> {
    const tooLong = promptTooLong(text)
    if (tooLong !== null) return void setProblem(tooLong)
    const commandId = unsure?.text === text ? unsure.commandId : newId()
    unsure = { text, commandId }
    setProblem(null)
    setSending(true)
    const sent = await sendCommand(props.orbId, { kind: 'prompt', threadId: props.threadId, text }, commandId)
    setSending(false)
    if (sent.outcome !== 'recorded') return void setProblem(whyNot(sent, threadWords.ownNoAnswer))
    unsure = null
    props.desk.setDraft(props.threadId, '')
    props.onSent()
  }

  const note = (): string => {
    if (sending()) return threadWords.ownSending
    return problem() ?? stop.problem() ?? (connected() ? threadWords.ownDraft : threadWords.ownOffline)
  }

  return (
    <Composer
      complete={complete()}
      text={draft()}
      onText={(text) => props.desk.setDraft(props.threadId, text)}
      onSubmit={() => void submit(draft().trim())}
      mode="send"
      enabled={connected() && !sending()}
      running={props.thread?.run?.state === 'running'}
      onStop={() => void stop.stop()}
      stopping={stop.progress()}
      note={note()}
      noteBad={!sending() && (problem() ?? stop.problem()) !== null}
    />
  )
}
