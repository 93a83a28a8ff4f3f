import * as z from 'zod/mini'
import { Signature } from '../devices/keys.ts'
import { Id, Millis, Ordinal, Sha256 } from '../ids.ts'
import { Grant } from '../people/grants.ts'
import { ApprovalView, ClosedEntry, EntryStep, OpenHeader } from '../rooms/content.ts'

/** POST /api/session/nonce: something fresh to sign, good for a minute and one session. */
export const SessionNonce = z.object({ nonce: Id })

/** POST /api/session: opens a session by a signature over sessionText. The answer sets the cookie. */
export const SessionRequest = z.object({ deviceId: Id, nonce: Id, signature: Signature })
/** POST /api/session. */
export type SessionRequest = z.infer<typeof SessionRequest>

/** GET /api/session, and the answer of POST: who this device is, and what it may. */
export const Session = z.object({
  personId: z.string(),
  personName: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  grants: z.array(Grant),
  roster: z.object({ founding: Sha256, version: Ordinal, hash: Sha256 }),
  epoch: z.string(),
  software: z.string(),
  /** The relay's clock, and when the session ends unless the device's key renews it before. */
  now: Millis,
  expiresAt: Millis,
})
/** Who this device is, and what it may. */
export type Session = z.infer<typeof Session>

/** A session counts this long; a stolen cookie no longer. */
export const SESSION_MS = 10 * 60_000

/**
 * GET /api/approvals: what waits for this person, the oldest first; what has ended lately, the newest first, without
 * changes and raw input; and the titles of their threads by id.
 */
export const Inbox = z.object({
  approvals: z.array(ApprovalView),
  receipts: z.array(ApprovalView),
  titles: z.record(z.string(), z.string()),
})
/** What waits for this person, and what has ended. */
export type Inbox = z.infer<typeof Inbox>

/** GET /healthz. `storage: full` means that new events are refused and nothing acknowledged is lost. */
export const Health = z.object({
  ok: z.boolean(),
  software: z.string(),
  protocol: z.tuple([z.int(), z.int()]),
  storage: z.enum(['ok', 'full']),
})
/** GET /healthz. */
export type Health = z.infer<typeof Health>

/** GET /api/threads/:threadId/entries?before=POSITION&limit=N: entries older than `before`, oldest first. */
export const EntriesPage = z.object({
  threadId: z.string(),
  epoch: z.string(),
  head: Ordinal,
  /** True when nothing is older than the first entry of this page. */
  reachedStart: z.boolean(),
  entries: z.array(z.union([ClosedEntry, z.object({ header: OpenHeader, steps: z.array(EntryStep) })])),
})
/** A page of older entries. */
export type EntriesPage = z.infer<typeof EntriesPage>

/** POST /api/stop-all: stops every run of every orb that this person may operate. */
export const StopAllRequest = z.object({ commandId: Id })
/** The answer: one command was recorded for each of these orbs. */
export const StopAllOutcome = z.object({
  outcome: z.literal('recorded'),
  at: Millis,
  orbs: z.array(z.object({ orbId: z.string(), commandId: z.string() })),
})
/** The answer to stop-all. */
export type StopAllOutcome = z.infer<typeof StopAllOutcome>
