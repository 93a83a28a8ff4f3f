import Ban from 'lucide-solid/icons/ban'
import Check from 'lucide-solid/icons/check'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import CircleX from 'lucide-solid/icons/circle-x'
import Hourglass from 'lucide-solid/icons/hourglass'
import Play from 'lucide-solid/icons/play'
import type { Component, JSX } from 'solid-js'
import { createMemo, For, Show, untrack } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { ToolCallBody } from '../../shared/transcripts/bodies.ts'
import type { LoadLarge } from '../blobs/large-texts.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { ownValue } from '../ui/own-value.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { duration } from '../ui/time-words.ts'
import { lineText } from '../ui/styled-line.ts'
import { diffOf } from './diff/diff-model.ts'
import { ChangeCounts, DiffView } from './diff/diff-view.tsx'
import { missingBytes, type FileChange } from './diff/file-change.ts'
import { newFolding, type Folding } from './folding.ts'
import { LargePartView } from './large-part.tsx'
import { Output } from './output/output.tsx'
import { terminalLines } from './output/terminal-lines.ts'
import { tookOf } from './took.ts'
import { ToolIcon } from './tool-icon.tsx'
import type { ToolParts } from './tool-reading.ts'
import { exitCodeOf, rawJson, readToolContent } from './tool-reading.ts'
import { transcriptWords } from './words.ts'

/** Longer commands are shown whole below their first words. */
const HEADLINE_CHARS = 200
/** Rows of a change that are worth their place among messages; more are shown on request. */
const SHORT_ROWS = 60

/** Props of {@link ToolCall}. */
export interface ToolCallProps {
  readonly call: ToolCallBody
  /** More may follow. */
  readonly open: boolean
  readonly onLoadLarge?: LoadLarge | undefined
  /** Kept beside the entry, whose row comes and goes. */
  readonly folding?: Folding | undefined
}

/** What a tool was asked to do and what came of it: one line, and the whole on request. */
export function ToolCall(props: ToolCallProps): JSX.Element {
  const parts = createMemo(() => readToolContent(props.call.content ?? []))
  const [chosen, choose] = untrack(() => props.folding) ?? newFolding()
  // Changes are what one came to see, and failures must not hide; other calls open on request. What is still asked
  // for is shown whole where it is decided.
  const worthIt = (): boolean => parts().changes.length > 0 && props.call.status !== 'pending'
  const unfolded = (): boolean => chosen() ?? (worthIt() || props.call.status === 'failed')
  return (
    <article class="entry entry-tool" data-status={props.call.status}>
      <button type="button" class="entry-fold tool-head" aria-expanded={unfolded()} onClick={() => choose(!unfolded())}>
        <ToolIcon toolKind={props.call.toolKind} />
        <span class="tool-title" classList={{ 'tool-exact': isExact(props.call) }}>
          <RevealedText text={headline(props.call)} />
        </span>
        <ToolFacts call={props.call} parts={parts()} counts={!unfolded()} />
        <ChevronRight class="icon entry-chevron" />
      </button>
      <Show when={unfolded()} fallback={<Glimpse call={props.call} parts={parts()} />}>
        <div class="tool-body">
          <ToolDetails call={props.call} parts={parts()} onLoadLarge={props.onLoadLarge} />
        </div>
      </Show>
    </article>
  )
}

function ToolDetails(props: {
  call: ToolCallBody
  parts: ToolParts
  onLoadLarge?: LoadLarge | undefined
}): JSX.Element {
  const empty = (): boolean =>
    props.parts.changes.length + props.parts.texts.length + props.parts.large.length + props.parts.unknown.length === 0
  return (
    <>
      <Show when={props.call.command && props.call.command !== headline(props.call) && props.call.command}>
        {(command) => <CodeBlock text={command()} label={transcriptWords.command} />}
      </Show>
      <For each={props.parts.changes}>{(change) => <DiffView change={change} open={isShort(change)} />}</For>
      <For each={props.parts.texts}>{(text) => <Output text={text} />}</For>
      <For each={props.parts.large}>{(part) => <LargePartView part={part} onLoad={props.onLoadLarge} />}</For>
      <For each={props.parts.unknown}>{(item) => <CodeBlock text={rawJson(item)} lines={8} />}</For>
      <Show when={empty() && props.call.rawInput !== undefined}>
        <CodeBlock text={rawJson(props.call.rawInput)} label={transcriptWords.input} lines={12} />
      </Show>
    </>
  )
}

const statusIcons: Readonly<Record<string, Component<{ class?: string }>>> = {
  pending: Hourglass,
  in_progress: Play,
  completed: Check,
  failed: CircleX,
  cancelled: Ban,
}

/** `counts`: of changed lines, where the change itself is folded. */
function ToolFacts(props: { call: ToolCallBody; parts: ToolParts; counts: boolean }): JSX.Element {
  const exit = (): number | null => exitCodeOf(props.call.rawOutput)
  const word = (): string => ownValue(transcriptWords.toolStatus, props.call.status) ?? props.call.status
  /** Of all files together; null where a side is not here, or nothing can be counted. */
  const total = createMemo(() => {
    const { changes } = props.parts
    if (!props.counts || changes.length === 0 || changes.some((change) => missingBytes(change) > 0)) return null
    const models = changes
      .map((change) => diffOf(change.oldText, change.newText))
      .filter(({ shape }) => shape === 'text')
    const sum = (side: 'added' | 'removed'): number =>
      models.reduce((before, model) => before + (model.shape === 'text' ? model[side] : 0), 0)
    return models.length === 0 ? null : { added: sum('added'), removed: sum('removed') }
  })
  return (
    <span class="tool-facts">
      <Show when={props.counts && props.parts.changes.length > 1}>
        <span class="number">{transcriptWords.files(props.parts.changes.length)}</span>
      </Show>
      <Show when={total()}>{(counts) => <ChangeCounts {...counts()} />}</Show>
      <Show when={tookOf(props.call)}>{(took) => <span class="number">{duration(took())}</span>}</Show>
      <Show when={exit() !== null && exit() !== 0}>
        <span class="number">{transcriptWords.exit(exit() ?? 0)}</span>
      </Show>
      <span class="tool-status">
        <Show when={ownValue(statusIcons, props.call.status)}>
          {(icon) => <Dynamic component={icon()} class="icon" />}
        </Show>
        {/* Done is what is expected: the tick is enough for the eye. */}
        <span class={props.call.status === 'completed' ? 'visually-hidden' : ''}>
          <RevealedText text={word()} />
        </span>
      </span>
    </span>
  )
}

/** Among so many last lines one is not blank. */
const LAST_LINES = 20

/** The last line that a folded command printed; of a file that was read it would say nothing. */
function Glimpse(props: { readonly call: ToolCallBody; readonly parts: ToolParts }): JSX.Element {
  const line = (): string | undefined => (props.call.toolKind === 'execute' ? lastLine() : undefined)
  const lastLine = (): string | undefined =>
    terminalLines(props.parts.texts.at(-1)?.slice(-2000) ?? '', LAST_LINES)
      .lines.map((one) => lineText(one))
      .findLast((one) => one.trim() !== '')
  return (
    <Show when={line()}>
      {(text) => (
        <p class="tool-glimpse">
          <RevealedText text={text().trim()} />
        </p>
      )}
    </Show>
  )
}

/** A command says more than a title such as "bash"; a single path more than "Edit". */
function headline(call: ToolCallBody): string {
  const command = call.command?.trim()
  if (!command) return call.title
  const [first = ''] = command.split('\n')
  return first.length < command.length || first.length > HEADLINE_CHARS ? `${first.slice(0, HEADLINE_CHARS)} …` : first
}

function isShort(change: FileChange): boolean {
  if (missingBytes(change) > 0) return true
  const model = diffOf(change.oldText, change.newText)
  return model.shape !== 'text' || model.added + model.removed <= SHORT_ROWS
}

function isExact(call: ToolCallBody): boolean {
  return headline(call) !== call.title || (call.locations ?? []).includes(call.title) || call.title === call.command
}
