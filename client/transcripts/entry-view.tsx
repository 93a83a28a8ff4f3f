import './entries.css'
import type { JSX } from 'solid-js'
import { createMemo, Match, Switch } from 'solid-js'
import { NoticeBody, PlanBody, ToolCallBody, UserMessageBody } from '../../shared/transcripts/bodies.ts'
import { NoteBody } from '../../shared/notes/notes.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { AgentMessage } from './agent-message.tsx'
import { Note } from './note.tsx'
import { Notice } from './notice.tsx'
import { Plan } from './plan.tsx'
import { Thought } from './thought.tsx'
import { foldingOf } from './folding.ts'
import type { LoadLarge } from '../blobs/large-texts.ts'
import { tookOf } from './took.ts'
import { ToolCall } from './tool-call.tsx'
import { UnknownEntry } from './unknown-entry.tsx'
import { UserMessage } from './user-message.tsx'

/** Props of {@link EntryView}. */
export interface EntryViewProps {
  readonly entry: Entry
  /** Fetches a part that was too large for the entry; without it the beginning is all there is. */
  readonly onLoadLarge?: LoadLarge | undefined
}

/** An entry of any kind. A body that does not fit its kind is shown raw: nothing is hidden, nothing throws. */
export function EntryView(props: EntryViewProps): JSX.Element {
  const kind = (): string => props.entry.kind
  const body = (): unknown => props.entry.body
  const user = createMemo(() => kind() === 'user_message' && UserMessageBody.safeParse(body()).data)
  const tool = createMemo(() => kind() === 'tool_call' && ToolCallBody.safeParse(body()).data)
  const plan = createMemo(() => kind() === 'plan' && PlanBody.safeParse(body()).data)
  const notice = createMemo(() => kind() === 'notice' && NoticeBody.safeParse(body()).data)
  const note = createMemo(() => kind() === 'note' && NoteBody.safeParse(body()).data)
  const text = (): string | undefined => textOf(body())
  return (
    <Switch fallback={<UnknownEntry kind={kind()} body={body()} />}>
      <Match when={user()}>
        {(data) => (
          <UserMessage
            text={data().text}
            personName={data().by?.personName}
            deviceName={data().by?.deviceName}
            at={props.entry.at}
            attachments={data().attachments}
          />
        )}
      </Match>
      <Match when={kind() === 'agent_message' && text() !== undefined}>
        <AgentMessage text={text() ?? ''} open={props.entry.open} />
      </Match>
      <Match when={kind() === 'agent_thought' && text() !== undefined}>
        <Thought text={text() ?? ''} open={props.entry.open} took={tookOf(body())} folding={foldingOf(props.entry)} />
      </Match>
      <Match when={tool()}>
        {(data) => (
          <ToolCall
            call={data()}
            open={props.entry.open}
            onLoadLarge={props.onLoadLarge}
            folding={foldingOf(props.entry)}
          />
        )}
      </Match>
      <Match when={plan()}>{(data) => <Plan steps={data().steps} />}</Match>
      <Match when={note()}>{(data) => <Note note={data()} />}</Match>
      <Match when={notice()}>{(data) => <Notice text={data().text} level={data().level} />}</Match>
    </Switch>
  )
}

function textOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'text' in body && typeof body.text === 'string'
    ? body.text
    : undefined
}
