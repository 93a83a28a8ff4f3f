import { batch, createEffect, createMemo, createSignal, untrack, type Accessor } from 'solid-js'
import { isPicture, isTaken, type Attachment } from '../../../shared/commands/attachments.ts'
import type { DraftFile } from '../../../shared/desk/draft-files.ts'
import { keepSeenFile } from '../../files/seen-files.ts'
import { newId } from '../../../shared/ids.ts'
import { LIMITS } from '../../../shared/limits.ts'
import type { TakesFiles } from '../../../shared/link/reports.ts'
import { describeFile } from './describe-file.ts'
import { besideElsewhere, type FileBeside, type SharedFiles } from './draft-files.ts'
import { createFileUploads } from './file-uploads.ts'
import { dropFile, heldFiles, holdFile, type HeldFile } from './held-files.ts'
import { takeBack } from './take-back.ts'
import type { UploadOutcome } from './upload-file.ts'
import { attachmentWords } from './words.ts'

/** Files beside the draft of a thread, and those of sent prompts of its orb that the relay does not have yet. */
export interface Attachments {
  /** Beside the draft, as they were added: this device's, then those of others. */
  readonly list: Accessor<readonly FileBeside[]>
  /** Those that go with what is sent now. */
  readonly sendable: Accessor<readonly FileBeside[]>
  /** Why a file was not taken, or null. */
  readonly problem: Accessor<string | null>
  /** Why the agent would not take what lies here, in a sentence; null: it does, or nobody knows yet. */
  readonly notTaken: Accessor<string | null>
  /** What the agent will get as a path alone, in a sentence; null: nothing, as far as is known. */
  readonly byPath: Accessor<string | null>
  add(files: readonly File[]): Promise<void>
  /** Removes one beside the draft, on every device. */
  remove(id: string): void
  /** Tries once more to hand one in. */
  retry(id: string): void
  /** Puts what lies beside the draft with a prompt. Its files stay on this device until the relay has them. */
  take(itemId: string): readonly Attachment[]
  /** The prompt did not go: its files lie beside the draft again. */
  giveBack(itemId: string): void
  /** Hands in the files of a prompt; `kept` once the relay has them all. */
  upload(itemId: string): Promise<UploadOutcome>
  /** The relay or the queue has the prompt: what is left of its files goes by itself. */
  done(itemId: string): void
  /** The prompt will never go: its files are let go, here and with the relay. */
  forget(itemId: string, attachments: readonly Attachment[]): void
  /** What a prompt waits for whose files are on this device alone, in a few words; null: it does not. */
  waitsFor(itemId: string): string | null
}

/** What files of a thread need to know. */
export interface AttachmentsOptions {
  readonly orbId: string
  readonly threadId: string
  readonly device: { readonly deviceId: string; readonly deviceName: string }
  /** Whether the relay can be reached. */
  readonly connected: Accessor<boolean>
  /** What the agent takes, and its name; null: not known. */
  readonly agent: Accessor<{ readonly name: string; readonly takes: TakesFiles } | null>
  /** Null where drafts are this device's alone. */
  readonly shared: SharedFiles | null
}

/** Opens what this device holds for a thread, and what its desk tells of other devices, until the owner ends. */
export function createAttachments(options: AttachmentsOptions): Attachments {
  const { orbId, threadId, device, shared } = options
  const [held, setHeld] = createSignal<readonly HeldFile[]>([])
  const [isRead, setRead] = createSignal(false)
  const [problem, setProblem] = createSignal<string | null>(null)
  /** Prompts that are being sent, each with files of other devices that go with it. */
  const leaving = new Map<string, readonly (readonly [string, DraftFile])[]>()

  void heldFiles(orbId).then((found) =>
    batch(() => {
      setHeld((now) => [...found.filter(({ id }) => !now.some((one) => one.id === id)), ...now])
      setRead(true)
    }),
  )
  const drafts = createMemo(() => held().filter((file) => file.itemId === null && file.threadId === threadId))
  const of = (itemId: string): readonly HeldFile[] => untrack(held).filter((file) => file.itemId === itemId)
  const uploads = createFileUploads(
    () => held().filter((file) => file.itemId !== null || file.threadId === threadId),
    options.connected,
    handedIn,
  )

  const list = createMemo((): readonly FileBeside[] => {
    const here = drafts().map((file) => ({ ...file, state: uploads.stateOf(file) }))
    if (shared === null || !isRead()) return here
    const others = [...shared.files()].flatMap(([id, file]) =>
      file === null || held().some((one) => one.id === id) ? [] : [besideElsewhere(id, file, device.deviceId)],
    )
    return [...here, ...others]
  })
  const sendable = createMemo(() => list().filter(({ state }) => state.is !== 'elsewhere' && state.is !== 'lost'))

  /** The first file of a kind that the agent does not take by itself. */
  const foreign = createMemo(() => {
    const agent = options.agent()
    const file = agent === null ? undefined : sendable().find((one) => !isTaken(one.attachment, agent.takes))
    return { agent, file: file?.attachment }
  })

  if (shared !== null) {
    // What another device removed or sent is gone here, too; what no device knows of yet is told.
    createEffect(() => {
      if (!shared.isLoaded()) return
      for (const file of drafts()) {
        const known = shared.files().get(file.id)
        if (known === null) drop([file.id])
        else if (known === undefined) untrack(() => tell(file))
      }
    })
  }

  function tell(file: HeldFile): void {
    const { id, attachment } = file
    shared?.set(id, { threadId, attachment, ...device, handedIn: file.handedIn })
  }

  function change(ids: readonly string[], part: Partial<HeldFile>): void {
    setHeld((now) => now.map((file) => (ids.includes(file.id) ? { ...file, ...part } : file)))
    for (const file of untrack(held)) if (ids.includes(file.id)) void holdFile(file)
  }

  function drop(ids: readonly string[]): void {
    setHeld((now) => now.filter(({ id }) => !ids.includes(id)))
    for (const id of ids) void dropFile(id)
  }

  /** Files that the relay has, as has it their prompt. The transcript shows them without a connection, too. */
  function letGo(files: readonly HeldFile[]): void {
    for (const { attachment, blob } of files) void keepSeenFile(attachment.sha256, blob)
    drop(files.map(({ id }) => id))
  }

  /** Lets the relay's copy of a file go that was removed, where it is known that nothing else has the same bytes. */
  function letBack({ sha256 }: Attachment): void {
    const isHeld = untrack(held).some((file) => file.attachment.sha256 === sha256)
    if (shared !== null && !isHeld && !shared.names(sha256)) void takeBack(orbId, threadId, sha256)
  }

  function handedIn({ id, attachment }: HeldFile): void {
    const file = untrack(held).find((one) => one.id === id)
    if (file === undefined) return letBack(attachment)
    if (file.itemId !== null && !leaving.has(file.itemId)) return letGo([file])
    change([id], { handedIn: true })
    if (file.itemId === null) tell({ ...file, handedIn: true })
  }

  return {
    list,
    sendable,
    problem,
    notTaken: createMemo(() => {
      const { agent, file } = foreign()
      if (agent === null || file === undefined || agent.takes.paths === true) return null
      const words = isPicture(file) ? attachmentWords.noPictures : attachmentWords.noFiles
      return words(agent.name, file.name)
    }),
    byPath: createMemo(() => {
      const { agent, file } = foreign()
      return agent?.takes.paths === true && file !== undefined ? attachmentWords.byPath(agent.name, file.name) : null
    }),
    async add(files) {
      setProblem(null)
      for (const file of files) {
        if (untrack(list).length >= LIMITS.attachments) {
          return void setProblem(attachmentWords.tooMany(LIMITS.attachments))
        }
        const attachment = await describeFile(file)
        if (typeof attachment === 'string') {
          setProblem(attachment)
          continue
        }
        const added = { id: newId(), orbId, threadId, itemId: null, attachment, blob: file, handedIn: false }
        setHeld((now) => [...now, added])
        if (!(await holdFile(added))) setProblem(attachmentWords.notKept)
      }
    },
    remove(id) {
      setProblem(null)
      const file = untrack(list).find((one) => one.id === id)
      drop([id])
      shared?.remove([id])
      if (file?.state.is === 'ready') letBack(file.attachment)
    },
    retry(id) {
      const file = untrack(held).find((one) => one.id === id)
      if (file !== undefined) void uploads.handIn(file)
    },
    take(itemId) {
      setProblem(null)
      const taken = untrack(sendable)
      const others = taken.flatMap(({ id, blob }) => {
        const file = blob === null ? shared?.files().get(id) : null
        return file === null || file === undefined ? [] : [[id, file] as const]
      })
      leaving.set(itemId, others)
      const ids = taken.map(({ id }) => id)
      batch(() => {
        change(ids, { itemId })
        shared?.remove(ids)
      })
      return taken.map(({ attachment }) => attachment)
    },
    giveBack(itemId) {
      const back = of(itemId)
      batch(() => {
        // Told first: what is not beside the draft any more was removed.
        back.forEach(tell)
        for (const [id, file] of leaving.get(itemId) ?? []) shared?.set(id, file)
        const ids = back.map(({ id }) => id)
        change(ids, { itemId: null })
      })
      leaving.delete(itemId)
    },
    async upload(itemId) {
      for (const file of of(itemId)) {
        const sent = await uploads.handIn(file)
        if (sent.outcome !== 'kept') return sent
      }
      return { outcome: 'kept' }
    },
    done(itemId) {
      leaving.delete(itemId)
      letGo(of(itemId).filter((file) => file.handedIn))
    },
    forget(itemId, attachments) {
      drop(of(itemId).map(({ id }) => id))
      attachments.forEach(letBack)
    },
    waitsFor(itemId) {
      const open = held().filter((file) => file.itemId === itemId && !file.handedIn)
      if (open.length === 0) return null
      const failed = open.map(uploads.stateOf).find((state) => state.is === 'failed')
      return failed === undefined ? attachmentWords.filesHere : attachmentWords.filesFailed(failed.why)
    },
  }
}
