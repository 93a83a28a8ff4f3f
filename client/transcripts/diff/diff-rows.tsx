import { createMemo, createSignal, For, Show, useContext, type Accessor, type JSX } from 'solid-js'
import { createHighlighting, type Code } from '../../highlight/highlighting.ts'
import { languageOfPath } from '../../highlight/languages.ts'
import { CommentSheet, type CommentedLines } from '../../review/comment-sheet.tsx'
import { ReviewContext, type Review } from '../../review/review.ts'
import { reviewWords } from '../../review/words.ts'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { hidesSomething } from '../../ui/reveal-hidden.ts'
import { lineText, withLook, type StyledLine } from '../../ui/styled-line.ts'
import { StyledText } from '../../ui/styled-text.tsx'
import { uiWords } from '../../ui/words.ts'
import { createRange, linesOfRange } from './chosen-rows.ts'
import type { DiffHunk, DiffRow } from './diff-model.ts'
import type { FileChange } from './file-change.ts'
import { diffWords } from './words.ts'
import { wordChanges } from './word-change.ts'

/** Rows drawn at first, and with each press on "more": a phone draws these within a frame or two. */
const ROWS_AT_A_TIME = 400
const SIGNS = { same: ' ', add: '+', remove: '−' } as const

type Line = DiffRow | { readonly kind: 'skip'; readonly count: number }

/** Props of {@link DiffRows}. */
export interface DiffRowsProps {
  readonly change: FileChange
  readonly hunks: readonly DiffHunk[]
}

/** The hunks of a change, line by line, with the part of a line that changed; lines may be commented on. */
export function DiffRows(props: DiffRowsProps): JSX.Element {
  const place = useContext(ReviewContext)
  const review = (): Review | undefined => place?.()
  const [host, setHost] = createSignal<HTMLDivElement>()
  const [limit, setLimit] = createSignal(ROWS_AT_A_TIME)
  const [commented, setCommented] = createSignal<CommentedLines>()
  const rows = createMemo(() => props.hunks.flatMap((hunk) => hunk.rows))
  const words = createMemo(() => wordChanges(rows()))
  const lines = createMemo(() =>
    props.hunks.flatMap((hunk): Line[] =>
      hunk.skipped > 0 ? [{ kind: 'skip', count: hunk.skipped }, ...hunk.rows] : [...hunk.rows],
    ),
  )
  const rest = (): number => lines().length - limit()
  const looks = createLooks(host, () => props.change)
  const styledOf = (row: DiffRow): StyledLine | undefined => {
    // What hides is judged by the whole line.
    if (hidesSomething(row.text)) return undefined
    const known = looks(row)
    const plain: StyledLine = [{ text: row.text, look: '' }]
    const line = known !== undefined && lineText(known) === row.text ? known : plain
    const changed = words().get(row)
    if (changed !== undefined) return withLook(line, changed[0], changed[1], 'diff-word')
    return line === plain ? undefined : line
  }
  const range = createRange(
    () => rows(),
    host,
    (chosen) => setCommented(linesOfRange(props.change.path, chosen)),
  )
  const isLine = (line: Line): line is DiffRow => line.kind !== 'skip'

  return (
    <div class="diff-rows" ref={setHost} onKeyDown={(event) => review() !== undefined && range.onKeyDown(event)}>
      <Show when={review()}>
        <p class="visually-hidden">{reviewWords.hint}</p>
      </Show>
      <For each={lines().slice(0, limit())}>
        {(line) => (
          <Show when={isLine(line) && line} fallback={<Skip line={line} />}>
            {(row) => (
              <div class={`diff-row diff-${row().kind}`} classList={{ 'diff-chosen': range.has(row()) }}>
                <span class="diff-number" aria-hidden="true" data-line={numberOf(row())} />
                <Show when={review()} fallback={<span class="diff-sign">{SIGNS[row().kind]}</span>}>
                  <button
                    type="button"
                    class="diff-sign"
                    tabindex={range.isStop(row()) ? 0 : -1}
                    aria-label={reviewWords.commentOn(numberOf(row()))}
                    data-row={range.indexOf(row())}
                    onClick={() => range.choose(row())}
                  >
                    {SIGNS[row().kind]}
                  </button>
                </Show>
                <span class="diff-text" onClick={() => review() !== undefined && tapped() && range.choose(row())}>
                  <Show when={styledOf(row())} fallback={<RevealedText text={row().text} />}>
                    {(styled) => <StyledText line={styled()} />}
                  </Show>
                </span>
              </div>
            )}
          </Show>
        )}
      </For>
      <Show when={rest() > 0}>
        <button type="button" class="diff-more" onClick={() => setLimit(limit() + 4 * ROWS_AT_A_TIME)}>
          {uiWords.showMore(rest())}
        </button>
      </Show>
      <Show when={commented()}>
        {(chosen) => (
          <CommentSheet
            lines={chosen()}
            onAdd={(text) => {
              review()?.add({ ...chosen(), text })
              setCommented(undefined)
            }}
            onClose={() => setCommented(undefined)}
          />
        )}
      </Show>
    </div>
  )
}

function Skip(props: { readonly line: Line }): JSX.Element {
  return <div class="diff-skip">{diffWords.skipped('count' in props.line ? props.line.count : 0)}</div>
}

/** Looks of rows by the language of the file: each side is read whole, or a comment would be taken for code. */
function createLooks(
  host: Accessor<Element | undefined>,
  change: Accessor<FileChange>,
): (row: DiffRow) => StyledLine | undefined {
  const code = (text: string | null): Code | null => {
    const language = languageOfPath(change().path)
    return text === null || language === null ? null : { text, language }
  }
  const before = createHighlighting(host, () => code(change().oldText))
  const after = createHighlighting(host, () => code(change().newText))
  return (row) => (row.newLine === null ? before()?.[(row.oldLine ?? 0) - 1] : after()?.[row.newLine - 1])
}

function numberOf(row: DiffRow): number {
  return row.newLine ?? row.oldLine ?? 0
}

/** A tap, and not the end of a selection. On a mouse the sign is the button: there a click in the text is for reading. */
function tapped(): boolean {
  return matchMedia('(pointer: coarse)').matches && (getSelection()?.isCollapsed ?? true)
}
