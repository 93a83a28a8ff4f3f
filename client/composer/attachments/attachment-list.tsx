import './attachments.css'
import File from 'lucide-solid/icons/file'
import X from 'lucide-solid/icons/x'
import { For, onMount, Show, type JSX } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import type { HeldFile } from './held-files.ts'
import { attachmentWords } from './words.ts'

/** In pixels of the screen, twice as many as of the page. */
const THUMB = 80

/** The files beside a draft: what each looks like, its size, and the way to be rid of it. */
export default function AttachmentList(props: {
  readonly files: readonly HeldFile[]
  readonly onRemove: (id: string) => void
}): JSX.Element {
  return (
    <ul role="list" class="attachments" aria-label={attachmentWords.attached}>
      <For each={props.files}>
        {(file) => (
          <li class="attachment">
            <Show when={file.attachment.mediaType.startsWith('image/')} fallback={<File class="icon" />}>
              <Thumb blob={file.blob} />
            </Show>
            <span class="attachment-name" dir="auto">
              <RevealedText text={file.attachment.name} />
            </span>
            <span class="attachment-size number">{sizeWords(file.attachment.bytes)}</span>
            <Button
              kind="icon"
              label={attachmentWords.remove(file.attachment.name)}
              onPress={() => props.onRemove(file.id)}
            >
              <X class="icon" />
            </Button>
          </li>
        )}
      </For>
    </ul>
  )
}

/** A picture, drawn small: its bytes are decoded and never laid out as a document. */
function Thumb(props: { readonly blob: Blob }): JSX.Element {
  let canvas: HTMLCanvasElement | undefined
  onMount(() => {
    void createImageBitmap(props.blob).then(
      (image) => {
        const side = Math.min(image.width, image.height)
        const [left, top] = [(image.width - side) / 2, (image.height - side) / 2]
        canvas?.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, THUMB, THUMB)
        image.close()
      },
      () => undefined,
    )
  })
  return (
    <canvas ref={(node) => (canvas = node)} class="attachment-thumb" width={THUMB} height={THUMB} aria-hidden="true" />
  )
}
