import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Actor } from '../shared/approvals/decision.ts'
import { PerigeeError } from '../shared/codes/perigee-error.ts'
import { Id } from '../shared/ids.ts'
import type { ApprovalView } from '../shared/rooms/content.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import type { DeviceSockets } from './devices/device-sockets.ts'
import type { FirstWayIn } from './devices/first-pairing.ts'
import type { LocalProofs } from './devices/local-key.ts'
import type { Nonces } from './devices/nonces.ts'
import type { RequestProofs } from './devices/request-proofs.ts'
import type { Rosters } from './devices/rosters.ts'
import type { InvitationRow } from './ledger/devices/device-ledger.ts'
import type { DeviceRow, Ledger, NoteTokenRow } from './ledger/ledger.ts'
import type { Links } from './link/links.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Reads } from './reads/reads.ts'
import type { Rooms } from './rooms/rooms.ts'
import type { Access } from './web/access.ts'
import type { Limits } from './web/limits.ts'
import type { Peers } from './web/peers.ts'

/** What handlers work with. One set for each running relay; nothing of it is global. */
export interface Services {
  readonly ledger: Ledger
  readonly log: Logger
  readonly now: () => number
  readonly access: Access
  readonly peers: Peers
  readonly rosters: Rosters
  readonly firstWayIn: FirstWayIn
  readonly nonces: Nonces
  readonly localProofs: LocalProofs
  readonly requestProofs: RequestProofs
  readonly links: Links
  readonly reads: Reads
  readonly rooms: Rooms
  readonly deviceSockets: DeviceSockets
  readonly blobs: BlobStore
  readonly metrics: Metrics
  readonly limits: Limits
  /** The cookie's name where the relay is reached over plain http, on this machine. */
  readonly plainCookie: string
  /** Answers with the app's files. */
  readonly shell: (c: RelayContext) => Promise<Response>
}

/** A device that asks. `tokenSha256`: of its session; null where it proved its key for this request. */
export interface DeviceCaller {
  readonly kind: 'device'
  readonly device: DeviceRow
  readonly tokenSha256: string | null
  readonly sessionEndsAt: number | null
}

/** Who a guard found to be asking. */
export type Caller =
  | { readonly kind: 'anyone' }
  | DeviceCaller
  | { readonly kind: 'local' }
  | { readonly kind: 'joining'; readonly invitation: InvitationRow }
  | { readonly kind: 'note-token'; readonly token: NoteTokenRow }
  | { readonly kind: 'orb'; readonly orbId: string }

/** What Hono knows of a request to the relay. */
export interface RelayEnv {
  Bindings: HttpBindings
  /** `approval`: the one in the path, for routes that need a right to it. */
  Variables: { services: Services; caller: Caller; approval?: ApprovalView }
}

/** A request on its way through the relay. */
export type RelayContext = Context<RelayEnv>

/** The device that asks. Only for routes whose guard admits nobody else. */
export function deviceOf(c: RelayContext): DeviceCaller {
  const { caller } = c.var
  if (caller.kind !== 'device') throw new PerigeeError('unauthenticated', 'This address is for signed-in devices.')
  return caller
}

/** Who acts, as decisions and commands record it. */
export function actorOf(c: RelayContext): Actor {
  const { personId, personName, deviceId, deviceName } = deviceOf(c).device
  return { personId, personName, deviceId, deviceName }
}

/** An id from the path; one that can be no id names nothing. */
export function idParam(c: RelayContext, name: string): string {
  const parsed = Id.safeParse(c.req.param(name))
  if (!parsed.success) throw new PerigeeError('not-found', 'There is nothing at this address.')
  return parsed.data
}
