import type { PlacedEvent } from '../../../shared/transcripts/transcript.ts'
import type { QueueReceipt } from '../../../shared/rooms/content.ts'
import type { LinkCommand } from '../../../shared/commands/commands.ts'

/** An entry's event as the feed carries it. */
export interface TouchedEntry {
  readonly orbId: string
  readonly threadId: string
  readonly event: PlacedEvent
  readonly entryPosition: number
  readonly bytes: number
}

/**
 * What a commit touched. Views are built once per commit from the sets; events, receipts and commands to deliver keep
 * their order.
 */
export class Touched {
  readonly entries: TouchedEntry[] = []
  readonly fleet = new Set<string>()
  readonly orbs = new Set<string>()
  readonly removed = new Set<string>()
  readonly workspaces = new Set<string>()
  readonly threads = new Set<string>()
  /** Orbs and threads of which nothing changed but that they did something, which is told at a slower pace. */
  readonly activeOrbs = new Set<string>()
  readonly activeThreads = new Set<string>()
  readonly approvals = new Set<string>()
  readonly commands = new Set<string>()
  readonly receipts: { readonly orbId: string; readonly receipt: QueueReceipt }[] = []
  readonly deliver: { readonly orbId: string; readonly command: LinkCommand }[] = []

  /** Takes over what a finished operation touched. */
  add(other: Touched): void {
    for (const entry of other.entries) this.entries.push(entry)
    for (const name of SETS) for (const id of other[name]) this[name].add(id)
    this.receipts.push(...other.receipts)
    this.deliver.push(...other.deliver)
  }
}

const SETS = [
  'fleet',
  'orbs',
  'removed',
  'workspaces',
  'threads',
  'activeOrbs',
  'activeThreads',
  'approvals',
  'commands',
] as const
