import { createSignal, Show, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { createOrbRead, OrbReadView } from './orb-read.tsx'
import { fetchFromOrb, saveAs, type OrbAnswer } from './read-orb.ts'
import { workspaceWords as words } from './words.ts'

/** Larger texts would hold a phone up while they are laid out. */
const SHOWN_BYTES = 512 * 1024

type Shown =
  | { readonly is: 'text'; readonly text: string; readonly blob: Blob }
  | { readonly is: 'binary' | 'large'; readonly blob: Blob }

/** A file of the workspace: its text with numbered lines, or a download. */
export function FileView(props: {
  readonly orbId: string
  readonly path: string
  readonly onClose: () => void
}): JSX.Element {
  const file = createOrbRead(
    () => ({ orbId: props.orbId, path: props.path }),
    ({ orbId, path }) => load(`/api/orbs/${orbId}/workspace/file?path=${encodeURIComponent(path)}`),
  )
  const [saved, setSaved] = createSignal(false)
  const name = (): string => props.path.slice(props.path.lastIndexOf('/') + 1)
  return (
    <div class="workspace-file">
      <div class="workspace-actions">
        <Button kind="outlined" onPress={props.onClose}>
          {words.close}
        </Button>
        <Show when={file.here()}>
          {(found) => (
            <Button
              kind="outlined"
              onPress={() => {
                saveAs(found().blob, name())
                setSaved(true)
              }}
            >
              {words.download}
            </Button>
          )}
        </Show>
      </div>
      <h3>
        <code>
          <RevealedText text={props.path} />
        </code>
      </h3>
      <OrbReadView read={file} lines={8}>
        {(found) => <Content shown={found()} />}
      </OrbReadView>
      <Show when={saved()}>
        <p class="visually-hidden" role="status">
          {words.download}
        </p>
      </Show>
    </div>
  )
}

function Content(props: { readonly shown: Shown }): JSX.Element {
  return (
    <Show
      when={props.shown.is === 'text' && props.shown}
      fallback={<p class="workspace-note">{props.shown.is === 'binary' ? words.binary : words.large}</p>}
    >
      {(shown) => <Lines text={shown().text} />}
    </Show>
  )
}

/** Two columns of text, so that thousands of lines are two elements and copying takes no numbers along. */
function Lines(props: { readonly text: string }): JSX.Element {
  const numbers = (): string => {
    const count = props.text.split('\n').length - (props.text.endsWith('\n') ? 1 : 0)
    return Array.from({ length: Math.max(1, count) }, (_, index) => String(index + 1)).join('\n')
  }
  return (
    <div class="workspace-lines" tabindex="0">
      <pre aria-hidden="true" class="workspace-numbers number">
        {numbers()}
      </pre>
      <pre class="workspace-text">
        <RevealedText text={props.text} />
      </pre>
    </div>
  )
}

async function load(path: string): Promise<OrbAnswer<Shown>> {
  const answer = await fetchFromOrb(path)
  if (answer.is === 'not') return answer
  const blob = answer.value
  if (blob.size > SHOWN_BYTES) return { is: 'here', value: { is: 'large', blob } }
  const bytes = new Uint8Array(await blob.arrayBuffer())
  if (bytes.includes(0)) return { is: 'here', value: { is: 'binary', blob } }
  return { is: 'here', value: { is: 'text', text: new TextDecoder().decode(bytes), blob } }
}
