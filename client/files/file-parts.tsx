import './files.css'
import FileIcon from 'lucide-solid/icons/file'
import ImageIcon from 'lucide-solid/icons/image'
import { createEffect, createSignal, Show, type JSX } from 'solid-js'
import { isPicture } from '../../shared/commands/attachments.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { sizeWords } from '../ui/size-words.ts'
import { drawPicture } from './draw-picture.ts'

/** In pixels of the canvas, twice as many as of the page. */
const THUMB = 96

/** A small picture of a file, or an icon where it is none, cannot be drawn, or has not come. Its name stands beside it. */
export function FilePicture(props: {
  readonly mediaType: string
  readonly blob: Blob | null | undefined
}): JSX.Element {
  const [drawn, setDrawn] = createSignal(false)
  let canvas: HTMLCanvasElement | undefined
  createEffect(() => {
    const blob = props.blob
    if (blob === null || blob === undefined || canvas === undefined || !isPicture(props)) return
    void drawPicture(canvas, blob, { square: THUMB }).then(setDrawn)
  })
  return (
    <span class="file-picture" aria-hidden="true">
      <canvas ref={(node) => (canvas = node)} class="file-thumb" hidden={!drawn()} width={THUMB} height={THUMB} />
      <Show when={!drawn()}>
        <Show when={isPicture(props)} fallback={<FileIcon class="icon" />}>
          <ImageIcon class="icon" />
        </Show>
      </Show>
    </span>
  )
}

/** A file's name, and below it its size and whatever else is to be said of it. */
export function FileFacts(props: {
  readonly name: string
  readonly bytes: number
  readonly bad?: boolean
  readonly children?: JSX.Element
}): JSX.Element {
  return (
    <span class="file-facts">
      <span class="file-name" dir="auto">
        <RevealedText text={props.name} />
      </span>
      <span class="file-note" classList={{ 'file-note-bad': props.bad === true }}>
        <span class="number">{sizeWords(props.bytes)}</span>
        {props.children}
      </span>
    </span>
  )
}
