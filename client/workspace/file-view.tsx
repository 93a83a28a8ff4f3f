import { createResource, createSignal, Match, Show, Switch, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Problem } from './problem.tsx'
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
  const [file, { refetch }] = createResource(
    () => ({ orbId: props.orbId, path: props.path }),
    ({ orbId, path }) => load(`/api/orbs/${orbId}/workspace/file?path=${encodeURIComponent(path)}`),
  )
  const here = (): Shown | undefined => (file.latest?.is === 'here' ? file.latest.value : undefined)
  const problem = (): string | undefined => (file.latest?.is === 'not' ? file.latest.message : undefined)
  const text = (): string | undefined => {
    const found = here()
    return found?.is === 'text' ? found.text : undefined
  }
  const [saved, setSaved] = createSignal(false)
  const name = (): string => props.path.slice(props.path.lastIndexOf('/') + 1)
  return (
    <div class="workspace-file">
      <div class="workspace-actions">
        <Button kind="outlined" onPress={props.onClose}>
          {words.close}
        </Button>
        <Show when={here()}>
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
      <Switch fallback={<Skeleton lines={8} />}>
        <Match when={problem()}>{(message) => <Problem message={message()} onAgain={() => void refetch()} />}</Match>
        <Match when={text() !== undefined}>
          <Lines text={text() ?? ''} />
        </Match>
        <Match when={here()}>
          {(found) => <p class="workspace-note">{found().is === 'binary' ? words.binary : words.large}</p>}
        </Match>
      </Switch>
      <Show when={saved()}>
        <p class="visually-hidden" role="status">
          {words.download}
        </p>
      </Show>
    </div>
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
