import './gallery.css'
import type { JSX } from 'solid-js'
import { createSignal, For, onCleanup, Show } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { ApprovalScenes } from './approval-scenes.tsx'
import { FilesScene } from './files-scene.tsx'
import { FleetScene } from './fleet-scene.tsx'
import { PartsScene } from './parts-scene.tsx'
import { SettingsScene } from './settings-scene.tsx'
import { ThreadScene } from './thread-scene.tsx'
import { TrustScene } from './trust-scene.tsx'

const scenes: Readonly<Record<string, () => JSX.Element>> = {
  parts: PartsScene,
  fleet: FleetScene,
  thread: ThreadScene,
  files: FilesScene,
  approvals: ApprovalScenes,
  settings: SettingsScene,
  trust: TrustScene,
}

/** Every component in every state, for eyes and cameras: /gallery#SCENE. In development builds alone. */
export default function GalleryPage(): JSX.Element {
  const read = (): string => location.hash.slice(1) || 'parts'
  const [scene, setScene] = createSignal(read())
  const onHash = (): void => void setScene(read())
  addEventListener('hashchange', onHash)
  onCleanup(() => removeEventListener('hashchange', onHash))
  return (
    <>
      <nav class="gallery-nav" aria-label="Scenes">
        <For each={Object.keys(scenes)}>{(name) => <a href={`#${name}`}>{name}</a>}</For>
      </nav>
      {/* Keyed: each scene begins afresh, so that a camera or a test needs no reload. */}
      <Show when={scene()} keyed>
        {(name) => <Dynamic component={scenes[name.split('/')[0] ?? ''] ?? PartsScene} />}
      </Show>
    </>
  )
}
