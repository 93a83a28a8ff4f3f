import './files.css'
import { createEffect, createSignal, For, lazy, on, onCleanup, Show, Suspense, useContext, type JSX } from 'solid-js'
import { isPicture, type Attachment } from '../../shared/commands/attachments.ts'
import { isOnline } from '../connection/online.ts'
import { whenOnScreen } from '../highlight/on-screen.ts'
import { sizeWords } from '../ui/size-words.ts'
import { drawPicture } from './draw-picture.ts'
import { FileFacts, FilePicture } from './file-parts.tsx'
import { FileLoader } from './load-file.ts'
import { fileWords } from './words.ts'

const FileSheet = lazy(() => import('./file-sheet.tsx'))

/** In pixels of the canvas, twice as many as of the page. */
const TILE = 240

/** The files that went with a message: pictures as small ones, others by name and size. A tap opens each. */
export function MessageFiles(props: { readonly files: readonly Attachment[] }): JSX.Element {
  const [opened, setOpened] = createSignal<Attachment>()
  return (
    <>
      <ul role="list" class="message-files" aria-label={fileWords.sent}>
        <For each={props.files}>
          {(file) => (
            <li>
              <MessageFile file={file} onOpen={() => setOpened(file)} />
            </li>
          )}
        </For>
      </ul>
      <Show when={opened()}>
        {(file) => (
          <Suspense>
            <FileSheet file={file()} onClose={() => setOpened(undefined)} />
          </Suspense>
        )}
      </Show>
    </>
  )
}

function MessageFile(props: { readonly file: Attachment; readonly onOpen: () => void }): JSX.Element {
  const load = useContext(FileLoader)
  const [problem, setProblem] = createSignal<string>()
  const isTile = (): boolean => isPicture(props.file) && load !== undefined && problem() === undefined

  async function draw(canvas: HTMLCanvasElement, file: Attachment): Promise<void> {
    try {
      const blob = await load?.(file)
      if (blob !== undefined && !(await drawPicture(canvas, blob, { square: TILE }))) setProblem(fileWords.unreadable)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : fileWords.refused)
    }
  }

  /** Its pixels are asked for once it comes near the view. */
  const [tile, setTile] = createSignal<HTMLCanvasElement>()
  const [near, setNear] = createSignal<HTMLCanvasElement>()
  createEffect(() => {
    const canvas = tile()
    if (canvas !== undefined) onCleanup(whenOnScreen(canvas, () => setNear(canvas)))
  })
  createEffect(() => {
    const canvas = near()
    if (canvas !== undefined) void draw(canvas, props.file)
  })

  // What could not be fetched without a connection is asked for again with one.
  createEffect(on(isOnline, (online) => online && setProblem(undefined), { defer: true }))

  return (
    <Show
      when={isTile()}
      fallback={
        <button type="button" class="file-row message-file" aria-haspopup="dialog" onClick={() => props.onOpen()}>
          <FilePicture mediaType={props.file.mediaType} blob={null} />
          <FileFacts name={props.file.name} bytes={props.file.bytes}>
            <Show when={problem()}>{(text) => <> · {text()}</>}</Show>
          </FileFacts>
        </button>
      }
    >
      <button
        type="button"
        class="message-picture"
        aria-haspopup="dialog"
        aria-label={fileWords.pictureOf(props.file.name, sizeWords(props.file.bytes))}
        onClick={() => props.onOpen()}
      >
        <canvas ref={setTile} width={TILE} height={TILE} aria-hidden="true" />
      </button>
    </Show>
  )
}
