import './attachments.css'
import Camera from 'lucide-solid/icons/camera'
import Paperclip from 'lucide-solid/icons/paperclip'
import type { JSX } from 'solid-js'
import { Sheet } from '../../ui/dialog.tsx'
import { attachmentWords } from './words.ts'

/** Props of {@link AttachSheet}. */
export interface AttachSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onFiles: (files: readonly File[]) => void
}

/** Where files come from: the camera, or what the device has. */
export default function AttachSheet(props: AttachSheetProps): JSX.Element {
  const chosen = (event: Event & { readonly currentTarget: HTMLInputElement }): void => {
    const files = [...(event.currentTarget.files ?? [])]
    // The same file again is a choice, too.
    event.currentTarget.value = ''
    props.onClose()
    if (files.length > 0) props.onFiles(files)
  }
  return (
    <Sheet open={props.open} title={attachmentWords.attach} onClose={() => props.onClose()}>
      <label class="button button-outlined attach-way">
        <Camera class="icon" />
        {attachmentWords.photo}
        <input class="visually-hidden" type="file" accept="image/*" capture="environment" onChange={chosen} />
      </label>
      <label class="button button-outlined attach-way">
        <Paperclip class="icon" />
        {attachmentWords.choose}
        <input class="visually-hidden" type="file" multiple onChange={chosen} />
      </label>
      <p class="composer-note">{attachmentWords.how}</p>
    </Sheet>
  )
}
