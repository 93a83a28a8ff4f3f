import File from 'lucide-solid/icons/file'
import Folder from 'lucide-solid/icons/folder'
import { For, Show, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { FolderList } from '../../shared/reads/reads.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { sizeWords } from '../ui/size-words.ts'
import { createOrbRead, OrbReadView } from './orb-read.tsx'
import { readOrb } from './read-orb.ts'
import { workspaceWords as words } from './words.ts'

/** Props of {@link FolderView}. */
export interface FolderViewProps {
  readonly orbId: string
  /** Inside the workspace; empty: the workspace itself. */
  readonly path: string
  readonly onFolder: (path: string) => void
  readonly onFile: (path: string) => void
}

/** What a folder of the workspace holds, with the way back up. */
export function FolderView(props: FolderViewProps): JSX.Element {
  const list = createOrbRead(
    () => ({ orbId: props.orbId, path: props.path }),
    ({ orbId, path }) => readOrb(`/api/orbs/${orbId}/workspace/files?path=${encodeURIComponent(path)}`, FolderList),
  )
  const parts = (): string[] => (props.path === '' ? [] : props.path.split('/'))
  const inside = (name: string): string => (props.path === '' ? name : `${props.path}/${name}`)
  return (
    <>
      <Show when={parts().length > 0}>
        <nav class="workspace-path" aria-label={words.files}>
          <button type="button" onClick={() => props.onFolder('')}>
            {words.root}
          </button>
          <For each={parts()}>
            {(part, index) => (
              <button
                type="button"
                onClick={() =>
                  props.onFolder(
                    parts()
                      .slice(0, index() + 1)
                      .join('/'),
                  )
                }
              >
                <RevealedText text={part} />
              </button>
            )}
          </For>
        </nav>
      </Show>
      <OrbReadView read={list} lines={6}>
        {(found) => (
          <ul role="list" class="workspace-list">
            <For each={found().entries} fallback={<li class="workspace-note">{words.emptyFolder}</li>}>
              {(entry) => (
                <li>
                  <button
                    type="button"
                    disabled={entry.kind !== 'file' && entry.kind !== 'folder'}
                    onClick={() => (entry.kind === 'folder' ? props.onFolder : props.onFile)(inside(entry.name))}
                  >
                    <Dynamic component={entry.kind === 'folder' ? Folder : File} class="icon" />
                    <span class="workspace-name">
                      <RevealedText text={entry.name} />
                    </span>
                    <Show when={entry.kind === 'file'}>
                      <span class="number workspace-size">{sizeWords(entry.bytes)}</span>
                    </Show>
                  </button>
                </li>
              )}
            </For>
            <Show when={found().cut}>
              <li class="workspace-note">{words.folderCut}</li>
            </Show>
          </ul>
        )}
      </OrbReadView>
    </>
  )
}
