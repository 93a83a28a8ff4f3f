import './workspace.css'
import { useSearchParams } from '@solidjs/router'
import { createSignal, Show, untrack, type JSX } from 'solid-js'
import type { WorkspaceReport } from '../../shared/link/reports.ts'
import { useMay } from '../devices/rights.ts'
import { ReviewBar } from '../review/review-bar.tsx'
import { reviewOf, ReviewContext, type Review } from '../review/review.ts'
import { OrbSubpage, type OrbPlace } from '../orbs/orb-subpage.tsx'
import { Button } from '../ui/button.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { Changes } from './changes.tsx'
import { FileView } from './file-view.tsx'
import { FolderView } from './folder.tsx'
import { fetchFromOrb, saveAs } from './read-orb.ts'
import { workspaceWords as words } from './words.ts'

/** An orb's workspace: what changed, every file, and everything as an archive. */
export default function WorkspacePage(): JSX.Element {
  return <OrbSubpage title={words.title}>{(place) => <Workspace {...place} />}</OrbSubpage>
}

function Workspace(props: OrbPlace): JSX.Element {
  const [query, setQuery] = useSearchParams<{ at?: string; file?: string; run?: string }>()
  const report = (): WorkspaceReport | null => props.store.data.workspace ?? null
  const may = useMay()
  const review = reviewOf(untrack(() => props.orbId))
  const reviewHere = (): Review | undefined =>
    may('operate', { kind: 'orb', orbId: props.orbId }) ? review : undefined
  /** A new report means that files have changed. */
  const stamp = (): string => JSON.stringify(report()?.changed ?? null)
  return (
    <>
      <Show when={report()}>{(known) => <Branch report={known()} />}</Show>
      <ReviewContext.Provider value={reviewHere}>
        <Changes orbId={props.orbId} runId={query.run ?? null} stamp={stamp()} />
      </ReviewContext.Provider>
      <ReviewBar review={review} href={`/o/${props.orbId}`} />
      <section class="workspace-part">
        <h2>{words.files}</h2>
        <Show
          when={query.file}
          keyed
          fallback={
            <FolderView
              orbId={props.orbId}
              path={query.at ?? ''}
              onFolder={(at) => setQuery({ at: at === '' ? undefined : at })}
              onFile={(file) => setQuery({ file })}
            />
          }
        >
          {(file) => <FileView orbId={props.orbId} path={file} onClose={() => setQuery({ file: undefined })} />}
        </Show>
      </section>
      <DownloadAll orbId={props.orbId} title={props.store.data.orb?.title ?? props.orbId} />
    </>
  )
}

function Branch(props: { readonly report: WorkspaceReport }): JSX.Element {
  return (
    <p class="workspace-branch">
      <code>
        <RevealedText text={props.report.branch ?? props.report.path} />
      </code>
      <Show when={props.report.upstream}>
        {(upstream) => (
          <span class="number">
            {words.ahead(upstream().ahead)} · {words.behind(upstream().behind)}{' '}
            <RevealedText text={words.upstream(upstream().name)} />
          </span>
        )}
      </Show>
    </p>
  )
}

function DownloadAll(props: { readonly orbId: string; readonly title: string }): JSX.Element {
  const [state, setState] = createSignal<string | null>(null)
  const fetchAll = async (): Promise<void> => {
    setState(words.downloading)
    const answer = await fetchFromOrb(`/api/orbs/${props.orbId}/workspace/archive`)
    if (answer.is === 'here') saveAs(answer.value, `${props.title}.tar.gz`)
    setState(answer.is === 'here' ? null : answer.message)
  }
  return (
    <div class="workspace-part workspace-all">
      <Button kind="outlined" disabled={state() === words.downloading} onPress={() => void fetchAll()}>
        {words.downloadAll}
      </Button>
      <p class="workspace-note" role="status">
        {state()}
      </p>
    </div>
  )
}
