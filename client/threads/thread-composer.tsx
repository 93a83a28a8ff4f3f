import { createEffect, createMemo, createSignal, untrack, type JSX } from 'solid-js'
import type { ThreadView } from '../../shared/rooms/content.ts'
import type { Attachments } from '../composer/attachments/attachments.ts'
import { attachmentWords } from '../composer/attachments/words.ts'
import { Composer } from '../composer/composer.tsx'
import { QueueList } from '../composer/queue-list.tsx'
import { SetAsideList } from '../composer/set-aside-list.tsx'
import { composerWords } from '../composer/words.ts'
import { canSendNow, submitPrompt, type SubmitOutcome } from '../composer/submit-prompt.ts'
import { createCompletionSources } from './completion-sources.ts'
import { createStopRun } from './stop-run.ts'
import type { ThreadPaneProps } from './thread-pane.tsx'
import { createThreadFiles } from './thread-files.ts'
import { threadWords } from './words.ts'

/** Props of {@link ThreadComposer}. */
export interface ThreadComposerProps extends ThreadPaneProps {
  readonly thread: ThreadView | undefined
  /** The ids of prompts that stand in the transcript: an item of such an id is no longer to come. */
  readonly begun: ReadonlySet<string>
  /** A message left the field. */
  readonly onSent: () => void
}

/** The composer of a thread, with its shared draft, its queue, and the way to stop its run. */
export function ThreadComposer(props: ThreadComposerProps): JSX.Element {
  // The page is remade for another thread.
  const draft = untrack(() => props.desk.draft(props.threadId))
  const [problem, setProblem] = createSignal<string | null>(null)
  /** The draft is on its way to the disk: a second press means the same one. */
  let leaving = false
  const stop = createStopRun(props)
  const complete = createCompletionSources(props)
  const sendNow = createMemo(() => canSendNow(props.orb, props.desk, props.threadId))
  const running = (): boolean => props.thread?.run?.state === 'running'
  const queued = createMemo(() =>
    props.desk.queue.filter(
      ({ itemId, threadId }) =>
        threadId === props.threadId &&
        props.orb.data.receipts[itemId] === undefined &&
        props.orb.data.commands[itemId] === undefined &&
        !props.begun.has(itemId),
    ),
  )

  createEffect(() => {
    const receipts = Object.values(props.orb.data.receipts)
    if (receipts.length > 0) void props.desk.taken(receipts)
  })

  const files = createThreadFiles(
    props,
    untrack(() => props.desk.draftFiles(props.threadId)),
  )

  /** Sends the draft and what lies beside it. What is typed while the disk takes it stays. */
  async function submitDraft(): Promise<void> {
    if (leaving) return
    leaving = true
    const whole = draft()
    const { outcome, isKept } = await submit(whole.trim(), files, () => emptyField(whole))
    leaving = false
    if (outcome === 'failed' && isKept) putBack(whole.trim())
  }

  function emptyField(whole: string): void {
    leaving = false
    if (draft().startsWith(whole)) props.desk.setDraft(props.threadId, draft().slice(whole.length))
  }

  /** Sends what somebody wrote too late into an item that was taken. */
  async function submitEdit(text: string): Promise<void> {
    const { outcome } = await submit(text, null, () => {})
    if (outcome === 'failed') putBack(text)
  }

  /** What somebody typed meanwhile stays, below what could not be sent. */
  function putBack(text: string): void {
    props.desk.setDraft(props.threadId, [text, draft()].filter((part) => part !== '').join('\n'))
  }

  async function submit(
    typed: string,
    more: Attachments | null,
    onKept: () => void,
  ): Promise<{ readonly outcome: SubmitOutcome['outcome']; readonly isKept: boolean }> {
    let isKept = false
    const text = typed === '' ? attachmentWords.alone : typed
    setProblem(null)
    const outcome = await submitPrompt(
      props.orb,
      props.desk,
      { orbId: props.orbId, threadId: props.threadId },
      text,
      more,
      () => {
        isKept = true
        onKept()
      },
    )
    props.onSent()
    if (outcome.outcome === 'failed') setProblem(outcome.message)
    return { outcome: outcome.outcome, isKept }
  }

  const note = (): string | undefined => {
    const failed = problem() ?? stop.problem()
    if (failed !== null) return failed
    if (sendNow() || props.thread === undefined) return undefined
    const { state } = props.orb.status()
    // On the way to the relay nothing is lost yet: the page's head says so, and a sentence here would come and go.
    if (state === 'catching-up') return undefined
    if (state !== 'live') return threadWords.queuesOffline
    if ((props.orb.data.orb?.awaySince ?? null) !== null) return threadWords.queuesAway
    if (props.thread.queueHeld && queued().some((item) => item.ready)) return composerWords.queueHeld
    return running() && draft().trim() !== '' ? threadWords.queuesBehind : undefined
  }

  return (
    <Composer
      attachments={files}
      complete={complete()}
      text={draft()}
      onText={(text) => props.desk.setDraft(props.threadId, text)}
      onSubmit={() => void submitDraft()}
      mode={sendNow() ? 'send' : 'queue'}
      running={running()}
      onStop={() => {
        setProblem(null)
        void stop.stop()
      }}
      stopping={stop.progress()}
      note={note()}
      noteBad={(problem() ?? stop.problem()) !== null}
    >
      <SetAsideList
        texts={props.desk.setAside().filter((text) => text.threadId === props.threadId)}
        onDrop={(text) => props.desk.dropAside(text)}
      />
      <QueueList
        items={queued()}
        waitsFor={(itemId) => files.waitsFor(itemId)}
        kept={props.desk.kept()}
        held={props.thread?.queueHeld === true}
        tooLate={props.desk.tooLate().filter((edit) => edit.threadId === props.threadId)}
        onEdit={(itemId, text) => props.desk.edit(itemId, text)}
        onRemove={(itemId) => {
          const attachments = queued().find((item) => item.itemId === itemId)?.attachments ?? []
          props.desk.remove(itemId)
          files.forget(itemId, attachments)
        }}
        onMove={(itemId, after, before) => props.desk.move(itemId, after, before)}
        onReady={(itemId, ready) => props.desk.setReady(itemId, ready)}
        onFollowUp={(edit) => {
          props.desk.dismiss(edit.itemId)
          void submitEdit(edit.text)
        }}
        onDismiss={(itemId) => props.desk.dismiss(itemId)}
      />
    </Composer>
  )
}
