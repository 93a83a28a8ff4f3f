import * as z from 'zod/mini'
import { ApprovalRequest } from '../approvals/request.ts'
import { EFFECTS, OUTCOMES } from '../approvals/machine.ts'
import { Actor } from '../approvals/decision.ts'
import { CommandState } from '../commands/commands.ts'
import {
  Asking,
  Isolation,
  OrbAdapter,
  OrbRoster,
  OrbState,
  StopReason,
  TakesFiles,
  ThreadMetaReport,
} from '../link/reports.ts'
import { Millis, Ordinal } from '../ids.ts'

/*
 * What a projection's document holds. All values in maps are flat JSON; only an open entry is a Yjs type.
 *
 *   every room    Y.Map `meta`      → RoomMeta fields
 *   fleet:<p>     Y.Map `orbs`      orbId → FleetOrb
 *   orb:<o>       Y.Map `orb`       `state` → OrbView, `workspace` → WorkspaceReport | absent
 *                 Y.Map `threads`   threadId → ThreadView
 *                 Y.Map `approvals` approvalId → ApprovalView (pending ones and the newest LIMITS.receipts ended ones)
 *                 Y.Map `commands`  commandId → CommandView (unfinished ones, and ends that a person must see)
 *                 Y.Map `receipts`  itemId → QueueReceipt (newest LIMITS.receipts)
 *   thread:<t>    Y.Array `tail`    ClosedEntry (flat) | Y.Array [OpenHeader, EntryStep, EntryStep, ...]
 */

/** Facts about a room, by which a reader knows whether what it has is complete. */
export const RoomMeta = z.object({
  epoch: z.string(),
  incarnation: z.int(),
  /** The relay's clock at the newest change, written at most once a second. */
  asOf: Millis,
  /** Relay can (not) store: shown on every page. */
  storageFull: z.boolean(),
  /**
   * Threads only. From `firstPosition` on the tail has every entry; what is older comes by HTTP, save that an older
   * entry still in the tail is one that was open when its neighbours left. Then the thread's newest position, which may
   * follow the tail by a second, and the newest segment's hash.
   */
  firstPosition: z.optional(Ordinal),
  head: z.optional(Ordinal),
  segment: z.optional(z.nullable(z.string())),
  /** Fleets only: the roster's version. A new one means that devices, people or grants have changed. */
  rosterVersion: z.optional(z.int()),
})
/** Facts about a room. */
export type RoomMeta = z.infer<typeof RoomMeta>

/** An orb on the home screen. */
export const FleetOrb = z.object({
  orbId: z.string(),
  title: z.string(),
  /** The name of its workspace's folder; absent or null where that says nothing. */
  project: z.optional(z.nullable(z.string())),
  state: OrbState,
  isolation: Isolation,
  /** As in the orb.state report. */
  asking: z.nullable(Asking),
  answeredFromInside: z.nullable(z.string()),
  /** Null while the orb's link is up; else since when it is away. */
  awaySince: z.nullable(Millis),
  /** Pending approvals, and the oldest of them in a line. */
  waits: z.int(),
  waitsFor: z.nullable(
    z.object({ approvalId: z.string(), threadId: z.string(), title: z.string(), risk: z.string(), since: Millis }),
  ),
  /** The nonce of the pending one that was raised last: with the count it changes whenever what waits does. */
  newestWait: z.optional(z.nullable(z.string())),
  lastActivity: Millis,
  /** What it does or did last, in a line, from facets. */
  activity: z.nullable(z.string()),
  runEnded: z.nullable(z.object({ at: Millis, stopReason: StopReason, threadId: z.string() })),
  newestThreadId: z.nullable(z.string()),
})
/** An orb on the home screen. */
export type FleetOrb = z.infer<typeof FleetOrb>

/** The orb itself, in its own room. */
export const OrbView = z.object({
  orbId: z.string(),
  title: z.string(),
  state: OrbState,
  message: z.nullable(z.string()),
  isolation: Isolation,
  harness: z.object({ name: z.string(), version: z.string() }),
  workspace: z.string(),
  generation: z.int(),
  awaySince: z.nullable(Millis),
  lastActivity: Millis,
  account: z.nullable(z.string()),
  roster: z.nullable(OrbRoster),
  /** As in the orb.state report. */
  adapter: z.nullable(OrbAdapter),
  asking: z.nullable(Asking),
  answeredFromInside: z.nullable(z.string()),
  takes: z.nullable(TakesFiles),
})
/** The orb itself. */
export type OrbView = z.infer<typeof OrbView>

/** A thread in its orb's list. */
export const ThreadView = z.object({
  threadId: z.string(),
  parentThreadId: z.nullable(z.string()),
  title: z.string(),
  archived: z.boolean(),
  /** A person stopped a run here: no queue item is taken until one of them sends, edits or releases something. */
  queueHeld: z.boolean(),
  createdAt: Millis,
  lastActivity: Millis,
  head: Ordinal,
  run: z.nullable(
    z.object({
      runId: z.string(),
      state: z.enum(['running', 'ended']),
      startedAt: Millis,
      endedAt: z.nullable(Millis),
      stopReason: z.nullable(StopReason),
      message: z.nullable(z.string()),
      /** As in the run.state report. */
      changes: z.nullable(z.object({ files: z.int(), added: z.int(), removed: z.int() })),
    }),
  ),
  meta: z.nullable(ThreadMetaReport),
})
/** A thread in its orb's list. */
export type ThreadView = z.infer<typeof ThreadView>

/** An approval as it stands. */
export const ApprovalView = z.object({
  request: ApprovalRequest,
  orbId: z.string(),
  outcome: z.enum(OUTCOMES),
  effect: z.enum(EFFECTS),
  /** Null where nobody decided. */
  decidedBy: z.nullable(Actor),
  endedAt: z.nullable(Millis),
  verdict: z.nullable(z.string()),
  optionId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  answer: z.nullable(z.record(z.string(), z.unknown())),
  /** Why it ended, or what became of the effect, where there is something to say. */
  message: z.nullable(z.string()),
  signed: z.boolean(),
})
/** An approval as it stands. */
export type ApprovalView = z.infer<typeof ApprovalView>

/** A command that is under way, or whose end must be seen. */
export const CommandView = z.object({
  commandId: z.string(),
  cmdSeq: Ordinal,
  kind: z.string(),
  threadId: z.nullable(z.string()),
  state: CommandState,
  at: Millis,
  by: Actor,
  message: z.nullable(z.string()),
  /** The beginning of a prompt, to show it before the runner has it. */
  text: z.nullable(z.string()),
})
/** A command that is under way. */
export type CommandView = z.infer<typeof CommandView>

/** A queue item that became a command: with the text at that commit, so that a later edit can be told. */
export const QueueReceipt = z.object({
  itemId: z.string(),
  threadId: z.string(),
  takenAt: Millis,
  textSha256: z.string(),
})
/** A queue item that became a command. */
export type QueueReceipt = z.infer<typeof QueueReceipt>

/** A finished entry, flat. */
export const ClosedEntry = z.object({
  position: Ordinal,
  entryId: z.string(),
  runId: z.nullable(z.string()),
  kind: z.string(),
  at: Millis,
  /** Where its last event stands in the thread. */
  closedAt: Ordinal,
  body: z.unknown(),
})
/** A finished entry, flat. */
export type ClosedEntry = z.infer<typeof ClosedEntry>

/** The first item of an open entry's Y.Array. */
export const OpenHeader = z.object({
  position: Ordinal,
  entryId: z.string(),
  runId: z.nullable(z.string()),
  kind: z.string(),
  at: Millis,
})
/** The first item of an open entry's Y.Array. */
export type OpenHeader = z.infer<typeof OpenHeader>

/** Every further item: one event's effect. */
export const EntryStep = z.object({ op: z.enum(['append', 'patch', 'close']), body: z.unknown() })
/** One event's effect on an open entry. */
export type EntryStep = z.infer<typeof EntryStep>
