import * as z from 'zod/mini'
import { Id, Millis, Ordinal } from '../ids.ts'
import { isDeeperThan } from '../json/depth.ts'
import { LIMITS } from '../limits.ts'
import { Report } from './reports.ts'

/** What an event does to its entry; see shared/transcripts/fold.ts. */
export const EntryOp = z.enum(['append', 'patch', 'close'])
/** What an event does to its entry. */
export type EntryOp = z.infer<typeof EntryOp>

/**
 * The only part of an event that the relay may act on, for search, push and the fleet. A sealed orb sends none.
 */
export const Facets = z.looseObject({
  title: z.optional(z.string()),
  text: z.optional(z.string()),
  toolKind: z.optional(z.string()),
  path: z.optional(z.string()),
  command: z.optional(z.string()),
  risk: z.optional(z.string()),
  /** One line for a notification or the fleet. */
  summary: z.optional(z.string()),
})
/** The only part of an event that the relay may act on. */
export type Facets = z.infer<typeof Facets>

/** An event of a transcript. Unknown fields are kept. `bytes` is the size of the body's JSON. */
export const EntryEvent = z.looseObject({
  type: z.literal('entry'),
  seq: Ordinal,
  at: Millis,
  threadId: Id,
  runId: z.nullable(Id),
  entryId: Id,
  op: EntryOp,
  kind: z.string().check(z.minLength(1), z.maxLength(64)),
  bytes: z.int().check(z.gte(0)),
  facets: z.optional(Facets),
  body: z.unknown(),
})
/** An event of a transcript. */
export type EntryEvent = z.infer<typeof EntryEvent>

/** A report on the same stream: what the relay must understand. One that it does not know is kept and has no effect. */
export const ReportEvent = z.looseObject({
  type: z.literal('report'),
  seq: Ordinal,
  at: Millis,
  report: Report,
})
/** A report on the same stream. */
export type ReportEvent = z.infer<typeof ReportEvent>

/** One item of a stream, with the number that its writer gave it once; at most LIMITS.jsonDepth levels deep. */
export const StreamEvent = z
  .discriminatedUnion('type', [EntryEvent, ReportEvent])
  .check(z.refine((event) => !isDeeperThan(event, LIMITS.jsonDepth), 'nested too deeply'))
/** One item of a stream. */
export type StreamEvent = z.infer<typeof StreamEvent>
