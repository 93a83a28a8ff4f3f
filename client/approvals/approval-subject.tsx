import type { JSX } from 'solid-js'
import { createMemo, For, Show, useContext } from 'solid-js'
import type { ApprovalRequest, AskedToolCall } from '../../shared/approvals/request.ts'
import { DESTRUCTIVE_WORDS } from '../../shared/approvals/risk.ts'
import { LargeTexts } from '../blobs/large-texts.ts'
import { DiffView } from '../transcripts/diff/diff-view.tsx'
import { LargePartView } from '../transcripts/large-part.tsx'
import { Output } from '../transcripts/output/output.tsx'
import { rawJson, readToolContent } from '../transcripts/tool-reading.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { approvalWords } from './words.ts'

/** Lines of raw input shown at once where nothing better is known; the rest on request. */
const INPUT_LINES = 60

/** Props of {@link ApprovalSubject}. */
export interface ApprovalSubjectProps {
  readonly request: Pick<ApprovalRequest, 'toolCall' | 'risk'>
  readonly branch?: string | null | undefined
}

/** Exactly what would happen: changes first, the whole command, where it runs, and the rest as the harness sent it. */
export function ApprovalSubject(props: ApprovalSubjectProps): JSX.Element {
  return (
    <Show when={props.request.toolCall}>
      {(call) => (
        <div class="approval-subject">
          <Changes call={call()} />
          <Show when={call().command}>
            {(command) => (
              <CodeBlock
                text={command()}
                label={approvalWords.command}
                danger={props.request.risk === 'destructive' ? DESTRUCTIVE_WORDS : []}
                warn
              />
            )}
          </Show>
          <Where call={call()} branch={props.branch} />
          <Rest call={call()} />
        </div>
      )}
    </Show>
  )
}

function Changes(props: { readonly call: AskedToolCall }): JSX.Element {
  const load = useContext(LargeTexts)
  const parts = createMemo(() => readToolContent(props.call.content))
  return (
    <>
      <Show when={parts().changes.length > 1}>
        <p class="approval-note">{approvalWords.files(parts().changes.length)}</p>
      </Show>
      <For each={parts().changes}>{(change) => <DiffView change={change} eager />}</For>
      <For each={parts().texts}>{(text) => <Output text={text} />}</For>
      <For each={parts().large}>{(part) => <LargePartView part={part} onLoad={load} />}</For>
      <For each={parts().unknown}>{(item) => <CodeBlock text={rawJson(item)} lines={INPUT_LINES} />}</For>
    </>
  )
}

function Where(props: { readonly call: AskedToolCall; readonly branch?: string | null | undefined }): JSX.Element {
  const others = createMemo(() => {
    const shown = new Set(readToolContent(props.call.content).changes.map((change) => change.path))
    return props.call.locations.filter((path) => !shown.has(path))
  })
  return (
    <dl class="approval-facts">
      <Show when={props.call.cwd}>{(cwd) => <Fact name={approvalWords.in} text={cwd()} />}</Show>
      <Show when={props.branch}>{(branch) => <Fact name={approvalWords.branch} text={branch()} />}</Show>
      <For each={others()}>{(path) => <Fact name={approvalWords.touches} text={path} />}</For>
    </dl>
  )
}

function Fact(props: { readonly name: string; readonly text: string }): JSX.Element {
  return (
    <div class="approval-fact">
      <dt>{props.name}</dt>
      <dd>
        <code>
          <RevealedText text={props.text} />
        </code>
      </dd>
    </div>
  )
}

/** Where neither a command nor a change says what would happen, the raw input does, and is not hidden. */
function Rest(props: { readonly call: AskedToolCall }): JSX.Element {
  const known = (): boolean => Boolean(props.call.command) || readToolContent(props.call.content).changes.length > 0
  const has = (): boolean => props.call.rawInput !== undefined && props.call.rawInput !== null
  const input = (): JSX.Element => (
    <CodeBlock text={rawJson(props.call.rawInput)} label={approvalWords.input} lines={INPUT_LINES} warn />
  )
  return (
    <Show when={has()}>
      <Show when={known()} fallback={input()}>
        <details class="approval-more">
          <summary>{approvalWords.input}</summary>
          {input()}
        </details>
      </Show>
    </Show>
  )
}
