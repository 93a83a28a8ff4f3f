import './files.css'
import { createResource, createSignal, Match, Show, Switch, useContext, type JSX } from 'solid-js'
import { isPicture, type Attachment } from '../../shared/commands/attachments.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { sizeWords } from '../ui/size-words.ts'
import { saveAs } from '../workspace/read-orb.ts'
import { drawPicture } from './draw-picture.ts'
import { FileFacts } from './file-parts.tsx'
import { FileLoader } from './load-file.ts'
import { fileWords } from './words.ts'

/** The longest side of a picture, in pixels of the canvas: sharp on any phone, and bounded for a photo. */
const LONGEST = 1600

type Loaded = { readonly blob: Blob } | { readonly problem: string }

/** A file of a message by itself: the picture in full, what it is, and the way to keep it. */
export default function FileSheet(props: { readonly file: Attachment; readonly onClose: () => void }): JSX.Element {
  const load = useContext(FileLoader)
  const [found, { refetch }] = createResource(
    () => props.file,
    async (file): Promise<Loaded> => {
      try {
        return load === undefined ? { problem: fileWords.refused } : { blob: await load(file) }
      } catch (error) {
        return { problem: error instanceof Error ? error.message : fileWords.refused }
      }
    },
  )
  const loaded = (): Loaded | undefined => (found.loading ? undefined : found.latest)
  const blob = (): Blob | undefined => {
    const now = loaded()
    return now !== undefined && 'blob' in now ? now.blob : undefined
  }
  const problem = (): string | undefined => {
    const now = loaded()
    return now !== undefined && 'problem' in now ? now.problem : undefined
  }
  return (
    <Sheet open title={isPicture(props.file) ? fileWords.picture : fileWords.file} onClose={() => props.onClose()}>
      <Switch fallback={<p role="status">{fileWords.loading}</p>}>
        <Match when={problem()}>
          {(text) => (
            <>
              <Facts file={props.file} />
              <p role="alert">{text()}</p>
              <Button onPress={() => void refetch()}>{fileWords.retry}</Button>
            </>
          )}
        </Match>
        <Match when={blob()}>
          {(bytes) => (
            <>
              <Show when={isPicture(props.file)}>
                <Whole blob={bytes()} file={props.file} />
              </Show>
              <Facts file={props.file} />
              <Button onPress={() => saveAs(new Blob([bytes()]), props.file.name)}>{fileWords.download}</Button>
            </>
          )}
        </Match>
      </Switch>
    </Sheet>
  )
}

function Whole(props: { readonly blob: Blob; readonly file: Attachment }): JSX.Element {
  const [isDrawn, setDrawn] = createSignal(true)
  return (
    <Show when={isDrawn()} fallback={<p role="status">{fileWords.unreadable}</p>}>
      <canvas
        ref={(node) => void drawPicture(node, props.blob, { longest: LONGEST }).then(setDrawn)}
        class="file-whole"
        role="img"
        aria-label={fileWords.pictureOf(props.file.name, sizeWords(props.file.bytes))}
      />
    </Show>
  )
}

function Facts(props: { readonly file: Attachment }): JSX.Element {
  return (
    <FileFacts name={props.file.name} bytes={props.file.bytes}>
      {' · '}
      {props.file.mediaType}
    </FileFacts>
  )
}
