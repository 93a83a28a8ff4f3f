import { createSignal, untrack, type JSX } from 'solid-js'
import { newId } from '../../shared/ids.ts'
import { sendCommand } from '../commands/send-command.ts'
import { whyNot } from '../commands/why-not.ts'
import { attachmentWords } from '../composer/attachments/words.ts'
import { Composer } from '../composer/composer.tsx'
import { promptTooLong } from '../composer/submit-prompt.ts'
import { createCompletionSources } from './completion-sources.ts'
import { createStopRun } from './stop-run.ts'
import type { ThreadComposerProps } from './thread-composer.tsx'
import { createThreadFiles } from './thread-files.ts'
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
  /** The last message whose fate is not known: the same one goes under the same id, so that it counts once. */
  let unsure: { readonly message: string; readonly commandId: string } | null = null
  const connected = (): boolean => props.orb.status().state === 'live'

  const files = createThreadFiles(props, null)

  async function submit(typed: string): Promise<void> {
    const text = typed === '' ? attachmentWords.alone : typed
    const tooLong = promptTooLong(text)
    if (tooLong !== null) return void setProblem(tooLong)
    const message = JSON.stringify([text, files.sendable().map(({ id }) => id)])
    const commandId = unsure?.message === message ? unsure.commandId : newId()
    unsure = { message, commandId }
    setProblem(null)
    setSending(true)
    const sent = await sendWithFiles(text, commandId)
    setSending(false)
    if (sent !== null) {
      files.giveBack(commandId)
      return void setProblem(sent)
    }
    files.done(commandId)
    unsure = null
    props.desk.setDraft(props.threadId, '')
    props.onSent()
  }

  /** Null once the relay has it; else why it does not, in a sentence. */
  async function sendWithFiles(text: string, commandId: string): Promise<string | null> {
    const attachments = files.take(commandId)
    const handedIn = await files.upload(commandId)
    if (handedIn.outcome !== 'kept') return 'message' in handedIn ? handedIn.message : threadWords.ownNoAnswer
    const more = attachments.length > 0 ? { attachments: [...attachments] } : {}
    const command = { kind: 'prompt', threadId: props.threadId, text, ...more } as const
    const sent = await sendCommand(props.orbId, command, commandId)
    return sent.outcome === 'recorded' ? null : whyNot(sent, threadWords.ownNoAnswer)
  }

  const note = (): string => {
    if (sending()) return threadWords.ownSending
    return problem() ?? stop.problem() ?? (connected() ? threadWords.ownDraft : threadWords.ownOffline)
  }

  return (
    <Composer
      attachments={files}
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
