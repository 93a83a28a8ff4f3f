import * as z from 'zod/mini'
import { Id, Millis, Ordinal } from '../ids.ts'
import { ClosedEntry, EntryStep, OpenHeader } from '../rooms/content.ts'

/** POST /api/session: redeems a start link's secret. The answer sets the cookie. */
export const SessionRequest = z.object({
  secret: z.string().check(z.minLength(1), z.maxLength(200)),
  deviceName: z.string().check(z.minLength(1), z.maxLength(200)),
})
/** POST /api/session. */
export type SessionRequest = z.infer<typeof SessionRequest>

/** GET /api/session, and the answer of POST: who this device is. */
export const Session = z.object({
  personId: z.string(),
  personName: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  epoch: z.string(),
  software: z.string(),
})
/** Who this device is. */
export type Session = z.infer<typeof Session>

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

/** POST /api/start-links (local key): a new single-use start link. `path` holds the secret in its fragment. */
export const StartLink = z.object({ path: z.string(), expiresAt: Millis })
/** A new single-use start link. */
export type StartLink = z.infer<typeof StartLink>
