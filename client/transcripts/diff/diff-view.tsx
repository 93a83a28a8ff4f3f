import './diff-view.css'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import type { JSX } from 'solid-js'
import { createMemo, createSignal, Match, onMount, Show, Switch, useContext } from 'solid-js'
import { LargeTexts } from '../../blobs/large-texts.ts'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import { diffWords } from './words.ts'
import type { DiffModel } from './diff-model.ts'
import { diffOf } from './diff-model.ts'
import { DiffRows } from './diff-rows.tsx'
import { isTooLarge, loadChange, missingBytes, type FileChange } from './file-change.ts'
import { pathFlag } from './path-flag.ts'

/** Props of {@link DiffView}. */
export interface DiffViewProps {
  readonly change: FileChange
  /** Hunks are shown; else only the file's line, which opens them. True where not given. */
  readonly open?: boolean | undefined
  /** Fetches large sides at once: where something is decided, nothing of it may be behind a button. */
  readonly eager?: boolean | undefined
}

/** A file's change, unified: path, counts and flags, then the hunks. */
export function DiffView(props: DiffViewProps): JSX.Element {
  const load = useContext(LargeTexts)
  const [whole, setWhole] = createSignal<FileChange>()
  const [problem, setProblem] = createSignal<string>()
  const change = (): FileChange => whole() ?? props.change
  const missing = (): number => missingBytes(change())
  const model = createMemo(() => diffOf(change().oldText, change().newText))
  const mayLoad = (): boolean => load !== undefined && missing() > 0 && !isTooLarge(change())
  const fetchWhole = (): void => {
    setProblem(undefined)
    if (load === undefined) return
    loadChange(props.change, load).then(setWhole, (error: unknown) =>
      setProblem(error instanceof Error ? error.message : String(error)),
    )
  }
  onMount(() => {
    if (props.eager && mayLoad()) fetchWhole()
  })
  const [chosen, setChosen] = createSignal<boolean>()
  const open = (): boolean => chosen() ?? props.open ?? true
  return (
    <section class="diff" aria-label={props.change.path}>
      <button type="button" class="diff-head" aria-expanded={open()} onClick={() => setChosen(!open())}>
        <DiffPath path={props.change.path} />
        <span class="diff-facts">
          <Show when={fileWord(props.change)}>{(word) => <span>{word()}</span>}</Show>
          <Show when={missing() === 0}>
            <DiffCounts model={model()} />
          </Show>
        </span>
      </button>
      <Show when={open()}>
        <Show when={missing() > 0} fallback={<DiffBody change={change()} model={model()} />}>
          <p class="diff-note" role="status">
            {problem() ?? diffWords.notHere(sizeWords(missing()))}
            <Show when={mayLoad()} fallback={<> {diffWords.elsewhere}</>}>
              {' '}
              <button type="button" class="output-more" onClick={fetchWhole}>
                {diffWords.load}
              </button>
            </Show>
          </p>
        </Show>
      </Show>
    </section>
  )
}

/** "+12 −3", in words for a screen reader. */
export function DiffCounts(props: { readonly model: DiffModel }): JSX.Element {
  return (
    <Show when={props.model.shape === 'text' && props.model}>
      {(model) => <ChangeCounts added={model().added} removed={model().removed} />}
    </Show>
  )
}

/** Lines added and removed, of one file or of several. */
export function ChangeCounts(props: { readonly added: number; readonly removed: number }): JSX.Element {
  return (
    <span class="diff-counts number" aria-label={diffWords.counts(props.added, props.removed)}>
      <span class="diff-added" aria-hidden="true">
        +{props.added}
      </span>{' '}
      <span class="diff-removed" aria-hidden="true">
        −{props.removed}
      </span>
    </span>
  )
}

function DiffPath(props: { readonly path: string }): JSX.Element {
  return (
    <span class="diff-path">
      <code>
        <RevealedText text={props.path} />
      </code>
      <Show when={pathFlag(props.path)}>
        {(flag) => (
          <span class="diff-flag">
            <TriangleAlert class="icon" />
            {diffWords.flags[flag()]}
          </span>
        )}
      </Show>
    </span>
  )
}

function fileWord(change: FileChange): string | null {
  if (change.oldText === null) return diffWords.newFile
  return change.newText === null ? diffWords.deleted : null
}

function DiffBody(props: { readonly change: FileChange; readonly model: DiffModel }): JSX.Element {
  return (
    <Switch>
      <Match when={props.model.shape === 'text' && props.model}>
        {(model) => (
          <>
            <Show when={model().coarse}>
              <p class="diff-note">{diffWords.coarse}</p>
            </Show>
            <DiffRows change={props.change} hunks={model().hunks} />
            <Show when={model().endsWithoutNewline}>
              <p class="diff-note">{diffWords.noNewline}</p>
            </Show>
          </>
        )}
      </Match>
      <Match when={props.model.shape === 'binary'}>
        <p class="diff-note">{diffWords.binary}</p>
      </Match>
      <Match when={props.model.shape === 'same'}>
        <p class="diff-note">{diffWords.same}</p>
      </Match>
      <Match when={props.model.shape === 'huge' && props.model}>
        {(model) => <p class="diff-note">{diffWords.huge(model().oldLines, model().newLines)}</p>}
      </Match>
    </Switch>
  )
}
