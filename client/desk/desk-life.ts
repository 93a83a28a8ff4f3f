import { createSignal, type Accessor } from 'solid-js'
import type { QueueItem } from '../../shared/desk/desk.ts'
import type * as Y from 'yjs'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { RoomStatus } from '../rooms/room-status.ts'
import { deleteDocument, formerNames, nextName, openDocument, presentName, unkeptIn } from './desk-document.ts'
import type { DeskIdentity } from './desk-document.ts'
import { isKept, syncDesk, type DeskSync } from './desk-sync.ts'
import { setAside, type SetAside } from './set-aside.ts'
import { putBack, unkeptOf, type Unkept } from './unkept.ts'

/** What the owner of a desk hears, whichever document serves it at the time. */
export interface DeskLifeEvents {
  status(status: RoomStatus): void
  kept(all: boolean): void
  /** What the disk has is in the document. */
  loaded(): void
  /** Texts were set aside. */
  setAside(): void
}

/** A desk through the lives of its documents. */
export interface DeskLife {
  /** The present document. */
  readonly doc: Accessor<Y.Doc>
  /** Whether to hold a connection. */
  connect(wanted: boolean): void
  /** Resolves when everything that the relay had committed by now is in the document. */
  caughtUp(): Promise<void>
  close(): void
}

/** A second document that is refused too shows that the texts themselves are the reason. */
const FRESH_STARTS = 2

/**
 * Keeps a desk's document in sync, and begins a fresh one where the relay refuses it for good: what was not kept moves
 * over by its ids once the fresh one holds what the relay has. What is over a limit is set aside instead, on disk and
 * before the old document goes, and offered to its writer.
 */
export function createDeskLife(identity: DeskIdentity, room: string, events: DeskLifeEvents): DeskLife {
  let document = openDocument(presentName(identity))
  const [doc, setDoc] = createSignal(document.doc)
  let isLoaded = false
  let isWanted = false
  let isClosed = false
  let sync: DeskSync | null = null
  let freshStarts = 0
  /** Texts of earlier documents, until the present one has them; and those documents, until the relay has them too. */
  const homeless: Unkept[] = []
  const former: string[] = []
  const waiting: (() => void)[] = []
  watch()
  void load()

  /** What is written while there is no connection is not kept either, and nobody else would say so. */
  function watch(): void {
    const { doc: mine, clocks } = document
    mine.on('update', () => {
      if (sync === null) events.kept(isKept(mine, clocks))
    })
  }

  async function load(): Promise<void> {
    const mine = document
    await mine.loaded
    for (const name of await formerNames(identity)) {
      if (former.includes(name)) continue
      homeless.push(await unkeptIn(name))
      former.push(name)
    }
    if (isClosed || document !== mine) return
    isLoaded = true
    events.loaded()
    connect()
  }

  function connect(): void {
    if (isClosed || !isLoaded) return
    if (!isWanted) {
      if (sync !== null) events.status({ state: 'away', since: Date.now() })
      sync?.close()
      sync = null
      return
    }
    sync ??= syncDesk(room, document.doc, document.clocks, {
      status: events.status,
      kept(all) {
        events.kept(all)
        document.clocksMoved()
        if (all && homeless.length === 0) for (const name of former.splice(0)) void deleteDocument(name)
      },
      synced() {
        for (const unkept of homeless.splice(0)) void keepAside(putBack(document.doc, unkept).map(itemText))
        for (const resolve of waiting.splice(0)) resolve()
      },
      refused: (code) => void refused(code),
    })
  }

  async function refused(code: number): Promise<void> {
    const isTooLarge = code === CLOSE.tooLarge.code
    const isNotOurs = code === CLOSE.forbidden.code || code === CLOSE.badMessage.code
    if (!isTooLarge && !isNotOurs) return
    sync?.close()
    sync = null
    const unkept = unkeptOf(document.doc, document.clocks)
    const isHopeless = isTooLarge || freshStarts >= FRESH_STARTS
    if (isHopeless && freshStarts > 2 * FRESH_STARTS) return
    freshStarts += 1
    // Where this device cannot even store them, the refused document stays on screen with everything in it.
    if (isHopeless && !(await keepAside([...unkept.items.map(itemText), ...unkept.drafts.map(draftText)]))) return
    if (!isHopeless) homeless.push(unkept)
    if (isClosed) return
    former.push(document.name)
    const old = document
    document = openDocument(nextName(identity))
    isLoaded = false
    watch()
    setDoc(() => document.doc)
    old.close()
    await load()
  }

  async function keepAside(texts: readonly Omit<SetAside, 'orbId'>[]): Promise<boolean> {
    try {
      await setAside(texts.map(({ id, threadId, text }) => ({ id, threadId, text, orbId: identity.orbId })))
      if (texts.length > 0) events.setAside()
      return true
    } catch {
      return false
    }
  }

  return {
    doc,
    connect(wanted) {
      isWanted = wanted
      connect()
    },
    caughtUp: () => sync?.caughtUp() ?? new Promise((resolve) => waiting.push(resolve)),
    close() {
      isClosed = true
      waiting.length = 0
      sync?.close()
      document.close()
    },
  }
}

function draftText({ threadId, text }: Unkept['drafts'][number]): Omit<SetAside, 'orbId'> {
  return { id: threadId, threadId, text }
}

function itemText({ itemId, threadId, text }: QueueItem): Omit<SetAside, 'orbId'> {
  return { id: itemId, threadId, text }
}
