import { createHash } from 'node:crypto'
import type { ApprovalRequest } from '../../../shared/approvals/request.ts'
import {
  newSecret,
  secretHash,
  ticketOf,
  type JoinAnswer,
  type NewInvitation,
} from '../../../shared/devices/pairing.ts'
import { newId } from '../../../shared/ids.ts'
import type { Grant } from '../../../shared/people/grants.ts'
import { approvalReport } from '../approvals.ts'
import { entryEvent, makeOrb, openLink, reportEvent, type OrbClient, type OrbIdentity } from '../orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../relay-process.ts'
import { makeDevice, type TestDevice } from '../roster.ts'
import { lapseSession } from './lapse-session.ts'

/** An orb with its link, two threads and what is in them. */
export interface PlacedOrb {
  readonly identity: OrbIdentity
  readonly orbId: string
  readonly ticket: string
  readonly link: OrbClient
  readonly threads: readonly [string, string]
  /** One more question in a thread of it. */
  raise(threadId: string): Promise<ApprovalRequest>
}

/** An invitation: its id, the nonce that its maker committed to, and its secret. */
export interface Invited {
  readonly invitationId: string
  readonly nonce: string
  readonly secret: string
}

/** Everything that somebody could want from a relay, and everybody who could want it. */
export interface World {
  readonly relay: RelayProcess
  readonly orb: PlacedOrb
  readonly other: PlacedOrb
  /** A question in each thread of the orb, which nobody answers. */
  readonly approvals: readonly [ApprovalRequest, ApprovalRequest]
  /** The SHA-256 of bytes that the orb stored for each of its threads. */
  readonly blobs: readonly [string, string]
  /** Of bytes that it stored for no thread, or for one that has not come. */
  readonly strayBlobs: readonly [string, string]
  /** Whoever has a session, or had one. */
  readonly people: Map<Person, SignedIn>
  /** A device of the first owner that proves each request. */
  readonly commandLine: TestDevice
  readonly fencedTicket: string
  readonly noteToken: string
  readonly revokedNoteToken: string
  readonly joiningToken: string
  /** An open invitation of the owner's browser. */
  readonly invitation: Invited
  invite(by: SignedIn): Promise<Invited>
  placeOrb(): Promise<PlacedOrb>
  dispose(): Promise<void>
}

/** Who comes with a cookie. */
export const PEOPLE = [
  'owner',
  'operator',
  'observer',
  'owner of the orb',
  'operator of the orb',
  'observer of the orb',
  'operator of one thread',
  'operator elsewhere',
  'somebody whose grant has ended',
  'a revoked device',
  'a lapsed session',
] as const
/** Who comes with a cookie. */
export type Person = (typeof PEOPLE)[number]

/** What stands in every thread. */
export const SAID = 'said in every thread'

/** Sets it all up, on a relay that believes addresses from loopback, so that nobody is limited for somebody else. */
export async function makeWorld(): Promise<World> {
  const relay = await startRelayProcess(['--trust-proxy', '127.0.0.1'])
  const owner = await relay.owner()
  const lapsed = await relay.signIn('Old tab')
  await relay.stop()
  lapseSession(relay.state, lapsed.cookie.split('=')[1] ?? '')
  await relay.restart()
  const placeOrb = async (): Promise<PlacedOrb> => {
    const identity = await makeOrb()
    const { client: link, welcome } = await openLink(relay, identity)
    const threads = [newId(), newId()] as const
    link.events(threads.map((threadId, at) => entryEvent(at + 1, { threadId, facets: { text: SAID } })))
    await link.next('ack')
    let seq = 2
    const { orbId } = identity
    const raise = async (threadId: string): Promise<ApprovalRequest> => {
      const report = await approvalReport(orbId, threadId)
      link.events([reportEvent(++seq, report)])
      await link.next('ack')
      return report.approval
    }
    return { identity, orbId, ticket: welcome.blobTicket, link, threads, raise }
  }
  const orb = await placeOrb()
  const other = await placeOrb()
  const { orbId, threads } = orb

  const all = { kind: 'all' } as const
  const ofOrb = { kind: 'orb', orbId } as const
  const grants: Readonly<Partial<Record<Person, Grant>>> = {
    operator: { role: 'operator', scope: all, expiresAt: null },
    observer: { role: 'observer', scope: all, expiresAt: null },
    'owner of the orb': { role: 'owner', scope: ofOrb, expiresAt: null },
    'operator of the orb': { role: 'operator', scope: ofOrb, expiresAt: null },
    'observer of the orb': { role: 'observer', scope: ofOrb, expiresAt: null },
    'operator of one thread': {
      role: 'operator',
      scope: { kind: 'thread', orbId, threadId: threads[0] },
      expiresAt: null,
    },
    'operator elsewhere': { role: 'operator', scope: { kind: 'orb', orbId: other.orbId }, expiresAt: null },
    'somebody whose grant has ended': { role: 'operator', scope: all, expiresAt: Date.now() },
  }
  const people = new Map<Person, SignedIn>([['owner', owner]])
  for (const [name, grant] of Object.entries(grants)) people.set(name as Person, await relay.addPerson(name, [grant]))
  const revoked = await relay.signIn('Lost phone')
  await relay.change({ kind: 'device.revoke', deviceId: revoked.device.deviceId, why: 'lost' })
  people.set('a revoked device', revoked)
  people.set('a lapsed session', lapsed)

  const invite: World['invite'] = async (by) => {
    const [secret, nonce, code] = [newSecret(), newSecret(), 'ABCDEFGH']
    const invitation: NewInvitation = {
      invitationId: newId(),
      ticketHash: await secretHash(await ticketOf(secret)),
      codeHash: await secretHash(code + newId()),
      commit: await secretHash(nonce),
    }
    const made = await relay.askAs(by, 'POST', '/api/invitations', invitation)
    if (made.status !== 201) throw new Error(`no invitation: ${made.text}`)
    return { invitationId: invitation.invitationId, nonce, secret }
  }
  return {
    relay,
    orb,
    other,
    approvals: [await orb.raise(threads[0]), await orb.raise(threads[1])],
    blobs: [await putBlob(relay, orb, threads[0]), await putBlob(relay, orb, threads[1])],
    strayBlobs: [await putBlob(relay, orb, null), await putBlob(relay, orb, newId())],
    people,
    commandLine: await relay.addDevice(owner.person, { kind: 'command-line', name: 'Terminal' }),
    fencedTicket: await fencedTicket(relay),
    ...(await noteTokens(relay, owner, orb)),
    joiningToken: await joiningToken(relay, await invite(owner)),
    invitation: await invite(owner),
    invite,
    placeOrb,
    dispose: () => relay.dispose(),
  }
}

async function putBlob(relay: RelayProcess, { orbId, ticket }: PlacedOrb, threadId: string | null): Promise<string> {
  const body = `bytes of ${threadId ?? 'the orb'}`
  const sha256 = createHash('sha256').update(body).digest('hex')
  const path = `/api/orbs/${orbId}/blobs/${sha256}${threadId === null ? '' : `?thread=${threadId}`}`
  const put = await relay.ask({ method: 'PUT', path, headers: { authorization: `Bearer ${ticket}` }, body })
  if (put.status >= 300) throw new Error(`no blob: ${put.text}`)
  return sha256
}

/** The ticket of a runner whose orb has a newer generation by now. */
async function fencedTicket(relay: RelayProcess): Promise<string> {
  const orb = await makeOrb()
  const { welcome } = await openLink(relay, orb)
  await openLink(relay, { ...orb, generation: 2, stream: newId() })
  return welcome.blobTicket
}

async function noteTokens(
  relay: RelayProcess,
  owner: SignedIn,
  { orbId, threads }: PlacedOrb,
): Promise<Pick<World, 'noteToken' | 'revokedNoteToken'>> {
  const path = `/api/orbs/${orbId}/note-tokens`
  const make = async (): Promise<{ tokenId: string; token: string }> => {
    const [tokenId, token] = [newId(), newSecret()]
    const tokenSha256 = await secretHash(token)
    const made = await relay.askAs(owner, 'POST', path, { tokenId, name: 'Build', threadId: threads[0], tokenSha256 })
    if (made.status !== 201) throw new Error(`no note token: ${made.text}`)
    return { tokenId, token }
  }
  const [counts, revoked] = [await make(), await make()]
  await relay.askAs(owner, 'DELETE', `${path}/${revoked.tokenId}`)
  return { noteToken: counts.token, revokedNoteToken: revoked.token }
}

async function joiningToken(
  relay: RelayProcess,
  { invitationId, secret }: { invitationId: string; secret: string },
): Promise<string> {
  const { device } = await makeDevice()
  const { personId: _, ...joining } = device
  const by = { invitationId, ticket: await ticketOf(secret), mac: 'unchecked here' }
  const asked = await relay.ask({
    method: 'POST',
    path: '/api/pairing/requests',
    headers: { origin: relay.url, 'content-type': 'application/json' },
    body: JSON.stringify({ by, device: joining, commit: await secretHash(newSecret()) }),
  })
  if (asked.status !== 201) throw new Error(`no request to join: ${asked.text}`)
  return (asked.json() as JoinAnswer).token
}
