import type { SearchPage } from '../../shared/search/search.ts'
import type { SearchQuery } from './search/search.ts'
import type { DecisionOutcome, DecisionRequest, Actor } from '../../shared/approvals/decision.ts'
import type { AuditRow } from '../../shared/audit/audit.ts'
import type { Attachment } from '../../shared/commands/attachments.ts'
import type { CommandOutcome, LinkCommand, RequestedCommand } from '../../shared/commands/commands.ts'
import type { Enrolment } from '../../shared/devices/enrolment.ts'
import type { EntriesPage } from '../../shared/http/api.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import type { WorkspaceReport } from '../../shared/link/reports.ts'
import type { NewNoteToken, Note, NoteTokens } from '../../shared/notes/notes.ts'
import type {
  ApprovalView,
  ClosedEntry,
  CommandView,
  EntryStep,
  FleetOrb,
  OpenHeader,
  OrbView,
  QueueReceipt,
  ThreadView,
} from '../../shared/rooms/content.ts'
import type { PlacedEvent } from '../../shared/transcripts/transcript.ts'
import type { InboxRows } from './approvals/view.ts'
import type { DeviceLedger } from './devices/device-ledger.ts'

/**
 * The relay's durable truth, seen from the main thread. Every call is one transaction in the worker; it resolves only
 * after the commit is synced. Writes are executed in the order in which they were made, a read after every write that
 * was made before it; what they changed is published on the feed, in commit order, before any promise of the same
 * commit resolves. So a snapshot holds exactly the changes that the feed published before it.
 */
export interface Ledger extends DeviceLedger {
  /** Changes on restore: cursors and caches of another epoch are void. */
  readonly epoch: string

  /** Calls `listener` with every committed group of changes, in order. Returns the way to stop. */
  subscribe(listener: (changes: readonly Change[]) => void): () => void

  /**
   * Checks what a hello says, and lets a new key or a higher generation in by what `admission` allows, in one
   * transaction; on `ok` the orb counts as reachable.
   */
  openLink(request: LinkRequest): Promise<LinkOutcome>
  /** The link is gone: the orb is away since `at`. Does nothing where a newer link stands. */
  closeLink(orbId: string, link: string, at: number): Promise<void>
  /** Commits events of one stream, in order; repetitions are skipped, the rest gets positions. */
  commitEvents(batch: EventBatch): Promise<CommitOutcome>
  /** Makes void every pending approval of the orb that is not in `open`, save those raised in `stream` after `asOfSeq`. */
  voidUnlisted(orbId: string, stream: string, asOfSeq: number, open: readonly string[], at: number): Promise<void>
  /** Commands of the orb's present generation above `finishedCmdSeq` that are not finished, by rising cmdSeq. */
  unfinishedCommands(orbId: string, finishedCmdSeq: number): Promise<LinkCommand[]>

  /** Records a command once by its id, and gives it the orb's next cmdSeq. */
  recordCommand(request: CommandRecord): Promise<CommandOutcome>
  /**
   * Decides an approval once: compare-and-set, command row and audit row in one transaction. `checkedBy`: the version of
   * the roster by which the signature was found to count; where the roster has moved on since, nothing is decided and
   * the call rejects with `unavailable`.
   */
  decide(
    orbId: string | null,
    approvalId: string,
    request: DecisionRequest,
    by: Actor,
    at: number,
    checkedBy?: number,
  ): Promise<DecisionOutcome>
  /** Ends every approval, invitation and session whose time is up; returns the next due time, or null. */
  expireDue(now: number): Promise<number | null>
  /**
   * Turns a ready queue item into a prompt command, once for all time by its id, where the orb is reachable and the
   * thread idle with no prompt on its way.
   */
  takeQueueItem(item: QueueTake): Promise<QueueTakeOutcome>
  /** Lets a thread's queue go on, that a stop had held. */
  releaseQueue(orbId: string, threadId: string): Promise<void>

  approval(approvalId: string): Promise<ApprovalView | null>
  /** Everything that waits for an answer over all orbs, and up to so many that have ended. */
  inbox(endedLimit: number): Promise<InboxRows>
  fleet(): Promise<FleetOrb[]>
  /** The account of the machine that an orb's agent runs as (SHA-256), or null where its runner did not say. */
  accountOfOrb(orbId: string): Promise<string | null>
  /** Keeps an enrolment, whose signature was checked, until an orb uses it. `gone`: the orb that it names is not here. */
  addEnrolment(enrolment: Enrolment, by: Actor, at: number): Promise<'kept' | 'conflict' | 'gone'>
  /** Removes an orb for good and voids what waits; false where there is none. Its events stay. */
  removeOrb(orbId: string, by: Actor, at: number): Promise<boolean>

  /** Makes a note token known by its hash. `gone`: the orb has no such thread. */
  createNoteToken(
    orbId: string,
    token: NewNoteToken,
    by: Actor,
    at: number,
  ): Promise<'created' | 'gone' | 'conflict' | 'too-many'>
  noteTokens(orbId: string): Promise<NoteTokens['tokens']>
  revokeNoteToken(orbId: string, tokenId: string, by: Actor, at: number): Promise<boolean>
  /** The note token of this hash while it counts, or null. */
  noteTokenOf(tokenSha256: string): Promise<NoteTokenRow | null>
  /** Appends a note to its token's thread, once by its id. */
  addNote(token: NoteTokenRow, note: Note, at: number): Promise<NoteOutcome>

  orb(orbId: string): Promise<OrbSnapshot | null>
  /** The newest entries of a thread within both bounds, as its room shows them. */
  threadTail(threadId: string, maxEntries: number, maxBytes: number): Promise<ThreadTail | null>
  /** Entries that begin before `before`, the newest `limit` of them, oldest first. */
  entriesBefore(threadId: string, before: number, limit: number): Promise<EntriesPage | null>
  /** Entries that hold all of some words, the newest first. The index follows the log within a second. */
  search(query: SearchQuery): Promise<SearchPage>
  /** All raw events of a thread after a position, as they came: for tests, export and refilling. */
  rawEvents(threadId: string, after: number, limit: number): Promise<RawEvent[]>
  /** The orb that a thread belongs to, or null where either is not known, or the orb was removed. */
  orbOfThread(threadId: string): Promise<string | null>

  /** A fresh 48-bit number, unique for all time in this ledger, committed. */
  newIncarnation(room: string): Promise<number>

  deskUpdates(orbId: string): Promise<DeskUpdate[]>
  /** Appends one update of a desk, where every client id in `clients` is new or belongs to this device. */
  appendDesk(update: DeskAppend): Promise<DeskOutcome>
  /** The device that a Yjs client id of a desk belongs to, with the names it has or had; null for an unknown one. */
  deskWriter(orbId: string, client: number): Promise<Actor | null>
  /** Replaces all updates up to `upToId` by one. */
  compactDesk(orbId: string, upToId: number, state: Uint8Array): Promise<void>

  recordBlob(blob: BlobRecord): Promise<void>
  hasBlob(orbId: string, sha256: string): Promise<boolean>
  /** The threads of this orb that it handed a blob in for; never another orb's. */
  threadsOfBlob(orbId: string, sha256: string): Promise<string[]>
  /** Takes back a file that was handed in for a draft of a thread, where nothing else has named it since. */
  removeDraftFile(file: DraftFileKey): Promise<DraftFileRemoval>

  /** Writes down something that was refused and that an owner should be able to find later. */
  noteRefusal(refusal: Refusal): Promise<void>
  auditRows(afterId: number, limit: number): Promise<AuditRow[]>
  /** Figures for /metrics and /healthz. */
  stats(): Promise<LedgerStats>
  close(): Promise<void>
}

/**
 * What a commit changed, as rooms and links need to know it. Views are whole and replace what was there. An orb or a
 * thread that did no more than go on (lastActivity, head) is told at once and then at most once a second, the last
 * time soon after it fell silent; every other change is told with its commit.
 */
export type Change =
  | {
      readonly type: 'entry'
      readonly orbId: string
      readonly threadId: string
      readonly event: PlacedEvent
      /** Where the entry's first event stands: the event's own position where it is the first. */
      readonly entryPosition: number
      /** The size of the event's JSON as it is kept. */
      readonly bytes: number
    }
  | { readonly type: 'fleet'; readonly orb: FleetOrb }
  | { readonly type: 'orb'; readonly orb: OrbView }
  /** The orb is gone for good: nobody sees it, its threads or its desk any more. */
  | { readonly type: 'removed'; readonly orbId: string }
  | { readonly type: 'workspace'; readonly orbId: string; readonly workspace: WorkspaceReport }
  | { readonly type: 'thread'; readonly orbId: string; readonly thread: ThreadView }
  | { readonly type: 'approval'; readonly approval: ApprovalView }
  /** `finished`: to be removed from the room's list of commands. */
  | { readonly type: 'command'; readonly orbId: string; readonly command: CommandView; readonly finished: boolean }
  | { readonly type: 'receipt'; readonly orbId: string; readonly receipt: QueueReceipt }
  /** A command to send down the orb's link. */
  | { readonly type: 'deliver'; readonly orbId: string; readonly command: LinkCommand }
  /** The store is full, or has room again. */
  | { readonly type: 'storage'; readonly full: boolean }

/** What a hello says, after its proofs were checked. */
export interface LinkRequest {
  readonly orbId: string
  readonly key: string
  readonly admission: LinkAdmission
  readonly generation: number
  readonly stream: string
  readonly link: string
  readonly title: string
  readonly at: number
}

/**
 * What may let in a key or a generation that is not known. `trusted`: this relay was started with the orb's key, which
 * may be pinned. `enrolment`: an owner's, whose signature was checked; it is spent where it is needed.
 */
export type LinkAdmission =
  | { readonly kind: 'none' }
  | { readonly kind: 'trusted' }
  | { readonly kind: 'enrolment'; readonly enrolmentId: string; readonly secretHash: string }

/** What became of a hello. */
export type LinkOutcome =
  | { readonly outcome: 'ok'; readonly acked: number }
  | { readonly outcome: 'unknown-orb' }
  | { readonly outcome: 'wrong-key' }
  /** The generation is higher than the present one, which only an enrolment can make it. */
  | { readonly outcome: 'needs-enrolment'; readonly generation: number }
  /** The enrolment was used, is too old, was never given to this relay, or is for something else. */
  | { readonly outcome: 'spent' }
  | { readonly outcome: 'removed' }
  /** A higher generation is known: this runner must stop for good. */
  | { readonly outcome: 'fenced'; readonly generation: number }

/** Events of one stream as a link message brought them, in the order in which they came. */
export interface EventBatch {
  readonly orbId: string
  readonly generation: number
  readonly link: string
  readonly stream: string
  readonly events: readonly StreamEvent[]
  /** The relay's clock. */
  readonly receivedAt: number
}

/** What became of a batch. `acked`: everything up to this seq of the stream is committed and synced. */
export type CommitOutcome =
  | { readonly outcome: 'committed'; readonly acked: number }
  | { readonly outcome: 'gap'; readonly acked: number }
  | { readonly outcome: 'fenced' }
  /** An event that can never be taken (another orb's thread, say): why. The stream goes no further. */
  | { readonly outcome: 'refused'; readonly acked: number; readonly message: string }
  | { readonly outcome: 'storage-full'; readonly acked: number }

/** A command that a person asked for. */
export interface CommandRecord {
  readonly orbId: string
  readonly commandId: string
  readonly fence: number
  readonly command: RequestedCommand
  readonly by: Actor
  readonly at: number
}

/** A queue item with its text at this moment. */
export interface QueueTake {
  readonly orbId: string
  readonly itemId: string
  readonly threadId: string
  readonly text: string
  readonly attachments?: readonly Attachment[] | undefined
  readonly by: Actor
  readonly at: number
}

/** What became of taking a queue item. */
export type QueueTakeOutcome =
  | { readonly outcome: 'taken'; readonly cmdSeq: number }
  /** The id was used before, by this item or by a command. */
  | { readonly outcome: 'already' }
  /** The orb is away, or the thread has a run or a prompt on its way. */
  | { readonly outcome: 'not-now' }
  /** A file of it has not been handed in for its thread. */
  | { readonly outcome: 'files-missing' }
  | { readonly outcome: 'gone' }

/** Everything that an orb's room begins with. */
export interface OrbSnapshot {
  readonly orb: OrbView
  readonly workspace: WorkspaceReport | null
  readonly threads: readonly ThreadView[]
  /** Pending ones, and the newest ended ones (LIMITS.receipts). */
  readonly approvals: readonly ApprovalView[]
  readonly commands: readonly CommandView[]
  readonly receipts: readonly QueueReceipt[]
}

/** An entry as rooms and pages carry it: flat when closed, header and steps while open. */
export type StoredEntry = ClosedEntry | { readonly header: OpenHeader; readonly steps: EntryStep[] }

/** The newest entries of a thread, oldest first. */
export interface ThreadTail {
  readonly orbId: string
  readonly head: number
  readonly entries: readonly StoredEntry[]
}

/** An event of a thread as it was taken. */
export interface RawEvent {
  readonly position: number
  readonly stream: string
  readonly seq: number
  /** The JSON of the event exactly as the relay took it, unknown fields included. */
  readonly json: string
}

/** One Yjs update of a desk; ids rise. */
export interface DeskUpdate {
  readonly id: number
  readonly update: Uint8Array
}

/** One Yjs update that a device sent. */
export interface DeskAppend {
  readonly orbId: string
  readonly deviceId: string
  readonly clients: readonly number[]
  readonly update: Uint8Array
  readonly at: number
}

/** What became of an update of a desk. */
export type DeskOutcome =
  | { readonly outcome: 'kept'; readonly id: number }
  /** A Yjs client id in the update belongs to another device. */
  | { readonly outcome: 'foreign-client'; readonly client: number }

/** A blob that an orb, or a person for a prompt, handed in. */
export interface BlobRecord {
  readonly orbId: string
  readonly sha256: string
  readonly bytes: number
  /** The thread that the orb says it belongs to, known or not yet; null where it named none. */
  readonly threadId: string | null
  /** A person's, for a prompt that is still being written. */
  readonly forDraft?: boolean | undefined
  readonly at: number
}

/** A file that was handed in for a draft. */
export interface DraftFileKey {
  readonly orbId: string
  readonly threadId: string
  readonly sha256: string
}

/** What became of taking a file back. `unused`: no orb has these bytes any more. */
export interface DraftFileRemoval {
  readonly removed: boolean
  readonly unused: boolean
}

/** A device and its person. */
export interface DeviceRow {
  readonly deviceId: string
  readonly deviceName: string
  readonly personId: string
  readonly personName: string
}

/** A note token that counts, as its hash finds it. */
export interface NoteTokenRow {
  readonly tokenId: string
  readonly orbId: string
  readonly threadId: string
  readonly name: string
}

/** What became of a note. `gone`: its token counts no more, or its orb was removed. */
export type NoteOutcome =
  | { readonly outcome: 'kept'; readonly position: number }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'storage-full' }

/** Something that was refused: nothing came of it. `detail` is kept as canonical JSON. */
export interface Refusal {
  readonly at: number
  readonly kind: 'decision.refused' | 'pairing.refused' | 'recovery.refused'
  readonly orbId: string | null
  readonly detail: object
}

/** Figures about a ledger. `commits` counts from when it was opened; `bytes` is what the file holds, without free pages. */
export interface LedgerStats {
  /** Events in the log, reports included. */
  readonly events: number
  readonly orbs: number
  readonly pendingApprovals: number
  readonly bytes: number
  readonly storageFull: boolean
  readonly commits: number
}
