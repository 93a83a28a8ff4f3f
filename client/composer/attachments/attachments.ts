import { createSignal, type Accessor } from 'solid-js'
import type { Attachment } from '../../../shared/commands/attachments.ts'
import { newId } from '../../../shared/ids.ts'
import { sha256Hex } from '../../../shared/json/digest.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { dropFile, heldFiles, holdFile, type HeldFile } from './held-files.ts'
import { uploadFile, type UploadOutcome } from './upload-file.ts'
import { attachmentWords } from './words.ts'

/** Files beside the draft of a thread, and those of sent prompts of its orb that the relay does not have yet. */
export interface Attachments {
  /** Beside the draft, as they were added. */
  readonly list: Accessor<readonly HeldFile[]>
  /** Why a file was not taken, or null. */
  readonly problem: Accessor<string | null>
  add(files: readonly File[]): Promise<void>
  remove(id: string): void
  /** Puts what lies beside the draft with a prompt. Its files stay on this device until `done`. */
  take(itemId: string): readonly Attachment[]
  /** The prompt did not go: its files lie beside the draft again. */
  giveBack(itemId: string): void
  /** Hands in the files of a prompt; `kept` once the relay has them all. */
  upload(itemId: string): Promise<UploadOutcome>
  /** The relay has the prompt: files that it has are let go here. */
  done(itemId: string): void
  /** Hands in what is left of earlier prompts. */
  uploadRest(): Promise<void>
  /** Whether files of a prompt wait on this device. */
  isHere(itemId: string): boolean
}

/** Opens what this device holds for a thread. */
export function createAttachments(orbId: string, threadId: string): Attachments {
  const [all, setAll] = createSignal<readonly HeldFile[]>([])
  const [problem, setProblem] = createSignal<string | null>(null)
  const handedIn = new Set<string>()
  let resting: Promise<void> | null = null

  const loaded = heldFiles(orbId).then((found) => {
    setAll((now) => [...found.filter(({ id }) => !now.some((one) => one.id === id)), ...now])
  })
  const list = (): readonly HeldFile[] => all().filter((file) => file.itemId === null && file.threadId === threadId)
  const of = (itemId: string): readonly HeldFile[] => all().filter((file) => file.itemId === itemId)

  function move(files: readonly HeldFile[], itemId: string | null): void {
    const moved = new Map(files.map((file) => [file.id, { ...file, itemId }]))
    setAll((now) => now.map((file) => moved.get(file.id) ?? file))
    for (const file of moved.values()) void holdFile(file)
  }

  function drop(ids: readonly string[]): void {
    setAll((now) => now.filter(({ id }) => !ids.includes(id)))
    for (const id of ids) void dropFile(id)
  }

  async function upload(itemId: string): Promise<UploadOutcome> {
    for (const file of of(itemId)) {
      if (handedIn.has(file.id)) continue
      const sent = await uploadFile(file)
      if (sent.outcome !== 'kept') return sent
      handedIn.add(file.id)
    }
    return { outcome: 'kept' }
  }

  async function rest(): Promise<void> {
    await loaded
    for (const itemId of new Set(all().flatMap((file) => file.itemId ?? []))) {
      const sent = await upload(itemId)
      if (sent.outcome === 'kept') drop(of(itemId).map(({ id }) => id))
      if (sent.outcome === 'refused') setProblem(sent.message)
    }
  }

  return {
    list,
    problem,
    async add(files) {
      setProblem(null)
      for (const file of files) {
        if (list().length >= LIMITS.attachments) return void setProblem(attachmentWords.tooMany(LIMITS.attachments))
        const attachment = await describe(file)
        if (attachment === null) {
          setProblem(attachmentWords.tooLarge(file.name, LIMITS.attachmentBytes / 1024 / 1024))
          continue
        }
        const held: HeldFile = { id: newId(), orbId, threadId, itemId: null, attachment, blob: file }
        setAll((now) => [...now, held])
        if (!(await holdFile(held))) setProblem(attachmentWords.notKept)
      }
    },
    remove: (id) => {
      setProblem(null)
      drop([id])
    },
    take(itemId) {
      const taken = list()
      move(taken, itemId)
      return taken.map(({ attachment }) => attachment)
    },
    giveBack: (itemId) => move(of(itemId), null),
    upload,
    done: (itemId) => drop(of(itemId).flatMap(({ id }) => (handedIn.has(id) ? id : []))),
    async uploadRest() {
      resting ??= rest().finally(() => (resting = null))
      await resting
    },
    isHere: (itemId) => of(itemId).length > 0,
  }
}

/** What a file is, or null where it is empty, too large, or cannot be read. */
async function describe(file: File): Promise<Attachment | null> {
  if (file.size === 0 || file.size > LIMITS.attachmentBytes) return null
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return null
  return {
    sha256: await sha256Hex(new Uint8Array(bytes)),
    bytes: bytes.byteLength,
    mediaType: /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type.slice(0, 100) : 'application/octet-stream',
    name: file.name.slice(0, LIMITS.nameChars) || attachmentWords.unnamed,
  }
}
