import './attachments.css'
import RotateCcw from 'lucide-solid/icons/rotate-ccw'
import X from 'lucide-solid/icons/x'
import { createMemo, createResource, For, Show, useContext, type JSX } from 'solid-js'
import { isPicture } from '../../../shared/commands/attachments.ts'
import { FileFacts, FilePicture } from '../../files/file-parts.tsx'
import { FileLoader } from '../../files/load-file.ts'
import { Button } from '../../ui/button.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { sameItems } from '../../ui/same-items.ts'
import type { FileBeside, FileState } from './draft-files.ts'
import { attachmentWords } from './words.ts'

/** Props of {@link AttachmentList}. */
export interface AttachmentListProps {
  readonly files: readonly FileBeside[]
  readonly onRemove: (id: string) => void
  readonly onRetry: (id: string) => void
}

/** The files beside a draft: what each looks like, how far it has come, and the way to be rid of it. */
export default function AttachmentList(props: AttachmentListProps): JSX.Element {
  // By id: a row keeps its picture and its focus while its state changes.
  const ids = createMemo(() => props.files.map(({ id }) => id), [], { equals: sameItems })
  return (
    <ul role="list" class="attachments" aria-label={attachmentWords.attached}>
      <For each={ids()}>
        {(id) => (
          <Show when={props.files.find((file) => file.id === id)}>
            {(file) => <Row file={file()} onRemove={() => props.onRemove(id)} onRetry={() => props.onRetry(id)} />}
          </Show>
        )}
      </For>
    </ul>
  )
}

function Row(props: {
  readonly file: FileBeside
  readonly onRemove: () => void
  readonly onRetry: () => void
}): JSX.Element {
  const load = useContext(FileLoader)
  // Of another device's picture the relay has the bytes.
  const [fetched] = createResource(
    () => {
      const { attachment, blob, state } = props.file
      return blob === null && state.is === 'ready' && isPicture(attachment) ? attachment : undefined
    },
    (attachment) => load?.(attachment).catch(() => null) ?? null,
  )
  return (
    <li class="file-row attachment" aria-busy={props.file.state.is === 'uploading'}>
      <FilePicture mediaType={props.file.attachment.mediaType} blob={props.file.blob ?? fetched.latest} />
      <FileFacts name={props.file.attachment.name} bytes={props.file.attachment.bytes} bad={isBad(props.file.state)}>
        {' · '}
        <span role="status">
          <RevealedText text={stateWords(props.file.state)} prose />
        </span>
      </FileFacts>
      <Show when={props.file.state.is === 'failed'}>
        <Button kind="icon" label={attachmentWords.retry(props.file.attachment.name)} onPress={() => props.onRetry()}>
          <RotateCcw class="icon" />
        </Button>
      </Show>
      <Button kind="icon" label={attachmentWords.remove(props.file.attachment.name)} onPress={() => props.onRemove()}>
        <X class="icon" />
      </Button>
    </li>
  )
}

function isBad({ is }: FileState): boolean {
  return is === 'failed' || is === 'lost'
}

function stateWords(state: FileState): string {
  if (state.is === 'failed') return attachmentWords.failed(state.why)
  if (state.is === 'elsewhere') return attachmentWords.elsewhere(state.deviceName)
  return attachmentWords[state.is]
}
