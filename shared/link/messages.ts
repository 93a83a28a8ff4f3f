import * as z from 'zod/mini'
import { Enrolment } from '../devices/enrolment.ts'
import { Secret } from '../devices/pairing.ts'
import { RosterEntry } from '../devices/roster-entry.ts'
import { Id, Millis, Ordinal, Sha256 } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { LinkCommand } from '../commands/commands.ts'
import { Read, ReadRefusal } from '../reads/reads.ts'
import { StreamEvent } from './events.ts'

const Version = z.tuple([z.int(), z.int()])

/** First message down: what to sign, and what the relay is. */
export const Challenge = z.looseObject({
  t: z.literal('challenge'),
  nonce: Id,
  protocol: Version,
  software: z.string(),
  /** The ledger's epoch: a new one means a restored ledger. */
  epoch: Id,
  now: Millis,
})

/** Which roster one side holds. */
export const RosterHead = z.object({ founding: Sha256, version: Ordinal, hash: Sha256 })
/** Which roster one side holds. */
export type RosterHead = z.infer<typeof RosterHead>

/** First message up: who the orb is, what it holds, what it has finished. */
export const Hello = z.looseObject({
  t: z.literal('hello'),
  protocol: Version,
  software: z.string(),
  orbId: Id,
  generation: z.int().check(z.gte(1)),
  /** The orb's P-256 public key, raw (uncompressed point), base64url. */
  key: z.string().check(z.maxLength(200)),
  /** ECDSA P-256 with SHA-256 over helloProofText, as IEEE P1363, base64url. */
  proof: z.string().check(z.maxLength(200)),
  /** For a key or a generation that the relay has not seen: what an owner signed, and the secret that belongs to it. */
  enrol: z.nullable(z.object({ enrolment: Enrolment, secret: Secret })),
  /** The roster that the runner holds. */
  roster: z.nullable(RosterHead),
  stream: Id,
  /** The lowest and highest seq in the spool; both 0 for an empty one. */
  firstSeq: Ordinal,
  lastSeq: Ordinal,
  /** Approvals that still block the harness, as of lastSeq: any other of this orb is void. */
  openApprovals: z.array(Id).check(z.maxLength(10_000)),
  /** The highest cmdSeq below which every command is finished. */
  finishedCmdSeq: Ordinal,
  title: z.string(),
  /** What the runner can do that older ones cannot: `reads`, to answer `read`. */
  can: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(100))),
})

/** The link is up. */
export const Welcome = z.looseObject({
  t: z.literal('welcome'),
  protocol: z.int(),
  link: Id,
  epoch: Id,
  /** The highest seq of the hello's stream that is committed; the spool goes on from there. */
  acked: Ordinal,
  /** The roster that the relay holds: a lower one than the runner's is a rollback, which it says and does not follow. */
  roster: z.optional(z.nullable(RosterHead)),
  /** Authorises this orb's blobs over HTTP (Authorization: Bearer) for as long as this link lives. */
  blobTicket: z.string(),
})

/** Up: events of the hello's stream, in order, without holes. */
export const Events = z.looseObject({
  t: z.literal('events'),
  events: z.array(StreamEvent).check(z.minLength(1), z.maxLength(LIMITS.linkBatch)),
})

/** Down: everything up to `seq` is committed. */
export const Ack = z.looseObject({ t: z.literal('ack'), stream: Id, seq: Ordinal })

/** Down: a command to execute. */
export const CommandMessage = z.looseObject({ t: z.literal('command'), command: LinkCommand })

/**
 * Down: entries of the roster, in order, from the one after what the hello named (or from entry 0). Sent before the
 * first command, and again whenever an entry is added. The runner checks each and keeps the highest version it has seen.
 */
export const RosterMessage = z.looseObject({
  t: z.literal('roster'),
  entries: z.array(RosterEntry).check(z.minLength(1), z.maxLength(LIMITS.linkBatch)),
})
/** Down: dial a stream of its own (a terminal, a preview, a desktop). A runner that has none answers `stream.refused`. */
export const StreamOpen = z.looseObject({
  t: z.literal('stream.open'),
  id: Id,
  ticket: z.string(),
  url: z.string(),
  purpose: z.string(),
})

/** Up: a stream that will not come. */
export const StreamRefused = z.looseObject({ t: z.literal('stream.refused'), id: Id, message: z.string() })

/** Down: answer this read, by POST /api/orbs/:orbId/reads/:readId with the blob ticket, or by `read.refused`. */
export const ReadMessage = z.looseObject({ t: z.literal('read'), readId: Id, read: Read })

/** Down: nobody waits for this read any more. */
export const ReadCancelled = z.looseObject({ t: z.literal('read.cancelled'), readId: Id })

/** Up: a read that cannot be answered, and why. */
export const ReadRefused = z.looseObject({
  t: z.literal('read.refused'),
  readId: Id,
  reason: ReadRefusal,
  message: z.string(),
})

/** Either way: an application ping, answered with its id. WebSocket pings do not reach every proxy's other side. */
export const Ping = z.looseObject({ t: z.literal('ping'), id: z.int() })
/** The answer to a ping. */
export const Pong = z.looseObject({ t: z.literal('pong'), id: z.int() })

/** Down: the relay can (not) store. While `full`, the runner keeps everything and sends no events. */
export const Storage = z.looseObject({ t: z.literal('storage'), full: z.boolean() })

/** Everything that a runner may send. */
export const UpMessage = z.discriminatedUnion('t', [Hello, Events, StreamRefused, ReadRefused, Ping, Pong])
/** Everything that a runner may send. */
export type UpMessage = z.infer<typeof UpMessage>

/** Everything that a relay may send to a runner. */
export const DownMessage = z.discriminatedUnion('t', [
  Challenge,
  Welcome,
  Ack,
  CommandMessage,
  RosterMessage,
  StreamOpen,
  ReadMessage,
  ReadCancelled,
  Ping,
  Pong,
  Storage,
])
/** Everything that a relay may send to a runner. */
export type DownMessage = z.infer<typeof DownMessage>

/** The first message of a runner. */
export type Hello = z.infer<typeof Hello>
/** The relay's answer to it. */
export type Welcome = z.infer<typeof Welcome>
/** The first message of a relay. */
export type Challenge = z.infer<typeof Challenge>

/** What the orb's key signs in a hello. Every field that the relay acts on before the first event is in it. */
export function helloProofText(
  nonce: string,
  hello: Pick<Hello, 'orbId' | 'generation' | 'stream' | 'lastSeq'>,
): string {
  return ['perigee-link-v1', nonce, hello.orbId, hello.generation, hello.stream, hello.lastSeq].join('\n')
}

/** What a program of the relay's own user proves with HMAC-SHA-256 under its local key for one HTTP request; `at` in milliseconds, within 60 s. */
export function localProofText(method: string, path: string, at: number, nonce: string): string {
  return ['perigee-local-v1', method, path, at, nonce].join('\n')
}
