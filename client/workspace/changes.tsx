import { For, Show, type JSX } from 'solid-js'
import { WorkspaceDiff, type ChangedFile } from '../../shared/reads/reads.ts'
import { DiffView } from '../transcripts/diff/diff-view.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { createOrbRead, OrbReadView } from './orb-read.tsx'
import { readOrb } from './read-orb.ts'
import { workspaceWords as words } from './words.ts'

/** So many changed files are open at first. */
const OPEN_AT_FIRST = 3

/** What changed in a workspace: since the last commit, or (`runId`) by one run. `stamp`: a new one asks again. */
export function Changes(props: {
  readonly orbId: string
  readonly runId: string | null
  readonly stamp: string
}): JSX.Element {
  const diff = createOrbRead(
    () => ({ orbId: props.orbId, runId: props.runId, stamp: props.stamp }),
    ({ orbId, runId }) =>
      readOrb(`/api/orbs/${orbId}/workspace/diff${runId === null ? '' : `?run=${runId}`}`, WorkspaceDiff),
  )
  return (
    <section class="workspace-part">
      <h2>{props.runId === null ? words.changes : words.runChanges}</h2>
      <OrbReadView read={diff} lines={4}>
        {(found) => (
          <>
            <For
              each={found().files}
              fallback={<p class="workspace-note">{props.runId === null ? words.noChanges : words.noRunChanges}</p>}
            >
              {(file, index) => <Change file={file} open={index() < OPEN_AT_FIRST} />}
            </For>
            <Show when={found().cut}>
              <p class="workspace-note">{words.cut}</p>
            </Show>
          </>
        )}
      </OrbReadView>
    </section>
  )
}

function Change(props: { readonly file: ChangedFile; readonly open: boolean }): JSX.Element {
  return (
    <Show
      when={props.file.content === 'text'}
      fallback={
        <p class="workspace-note">
          <code>
            <RevealedText text={props.file.path} />
          </code>{' '}
          {props.file.content === 'binary' ? words.binary : words.large}
        </p>
      }
    >
      <DiffView change={props.file} open={props.open} />
    </Show>
  )
}
