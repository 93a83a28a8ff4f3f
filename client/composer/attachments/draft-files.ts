import type { Accessor } from 'solid-js'
import type { Attachment } from '../../../shared/commands/attachments.ts'
import type { DraftFile } from '../../../shared/desk/draft-files.ts'

/** How far a file beside a draft has come. */
export type FileState =
  /** On this device, until the relay can be reached. */
  | { readonly is: 'waiting' }
  | { readonly is: 'uploading' }
  /** The relay has it. */
  | { readonly is: 'ready' }
  /** The relay did not take it, for this reason; it is kept here. */
  | { readonly is: 'failed'; readonly why: string }
  /** On another device alone. It does not go with what is sent from this one. */
  | { readonly is: 'elsewhere'; readonly deviceName: string }
  /** This device had it alone, and has it no more. */
  | { readonly is: 'lost' }

/** A file beside a draft, as it is shown. */
export interface FileBeside {
  readonly id: string
  readonly attachment: Attachment
  /** Its bytes, where they are on this device. */
  readonly blob: Blob | null
  readonly state: FileState
}

/** The part of a desk that tells other devices of the files beside a draft. */
export interface SharedFiles {
  /** False until this device's storage was read. */
  readonly isLoaded: Accessor<boolean>
  /** By their ids; null for one that was removed. */
  readonly files: Accessor<ReadonlyMap<string, DraftFile | null>>
  set(fileId: string, file: DraftFile): void
  remove(fileIds: readonly string[]): void
  /** Whether a file beside any draft, or with a message in the queue, has these bytes. */
  names(sha256: string): boolean
}

/** A file that this device does not hold, as its desk tells of it. */
export function besideElsewhere(id: string, file: DraftFile, deviceId: string): FileBeside {
  const { attachment, deviceName } = file
  const away: FileState = file.deviceId === deviceId ? { is: 'lost' } : { is: 'elsewhere', deviceName }
  return { id, attachment, blob: null, state: file.handedIn ? { is: 'ready' } : away }
}
