import { For, Show, type JSX } from 'solid-js'
import type { CommandView, ThreadView } from '../../shared/rooms/content.ts'
import { RunEndLine } from '../transcripts/run-separator.tsx'
import { UserMessage } from '../transcripts/user-message.tsx'
import { threadWords } from './words.ts'

type RunChanges = NonNullable<NonNullable<ThreadView['run']>['changes']>

/** Props of {@link ThreadFoot}. */
export interface ThreadFootProps {
  readonly thread: ThreadView | undefined
  readonly threadId: string
  readonly orbId: string
  /** Of the whole orb. */
  readonly commands: readonly CommandView[]
}

/** What follows the newest entry: how the run ended, messages on their way, and what did not arrive. */
export function ThreadFoot(props: ThreadFootProps): JSX.Element {
  const mine = (): CommandView[] => props.commands.filter((command) => command.threadId === props.threadId)
  const underWay = (): CommandView[] => mine().filter((command) => isUnderWay(command) && command.kind === 'prompt')
  const lost = (): CommandView[] => mine().filter((command) => command.state in threadWords.lost)
  return (
    <div class="thread-foot">
      <Show when={props.thread?.run?.state === 'ended' && props.thread.run}>
        {(run) => <RunEndLine end={{ stopReason: run().stopReason ?? 'end_turn', message: run().message }} />}
      </Show>
      <Show when={changed(props.thread)}>
        {(changes) => (
          <p class="thread-changes number">
            <a href={`/o/${props.orbId}/files?thread=${props.threadId}&run=${props.thread?.run?.runId ?? ''}`}>
              {changeWords(changes())}
            </a>
          </p>
        )}
      </Show>
      <For each={lost()}>
        {(command) => (
          <p class="thread-lost">
            {threadWords.lost[command.state as keyof typeof threadWords.lost]}
            <Show when={command.kind === 'cancel'}>{` · ${threadWords.lostStop}`}</Show>
            <Show when={command.text}>{(text) => ` · “${text()}”`}</Show>
            <Show when={command.message}>{(message) => ` · ${message()}`}</Show>
          </p>
        )}
      </For>
      <For each={underWay()}>
        {(command) => (
          <UserMessage
            text={command.text ?? ''}
            personName={command.by.personName}
            deviceName={command.by.deviceName}
            at={command.at}
            note={command.state === 'recorded' ? threadWords.onItsWay : threadWords.withRunner}
          />
        )}
      </For>
    </div>
  )
}

/** What the newest run changed; null where that is nothing, or nobody can tell. */
function changed(thread: ThreadView | undefined): RunChanges | null {
  const changes = thread?.run?.changes ?? null
  return changes === null || changes.files === 0 ? null : changes
}

function changeWords({ files, added, removed }: RunChanges): string {
  return threadWords.lines(threadWords.changed(files), added, removed)
}

function isUnderWay(command: CommandView): boolean {
  return command.state === 'recorded' || command.state === 'delivered'
}
