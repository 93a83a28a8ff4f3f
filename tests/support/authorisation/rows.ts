import { createHash } from 'node:crypto'
import { RequestedCommand } from '../../../shared/commands/commands.ts'
import { newSecret, secretHash } from '../../../shared/devices/pairing.ts'
import { entryText } from '../../../shared/devices/roster-entry.ts'
import { enrolmentText } from '../../../shared/devices/enrolment.ts'
import { Inbox } from '../../../shared/http/api.ts'
import { newId } from '../../../shared/ids.ts'
import { SearchPage } from '../../../shared/search/search.ts'
import { decisionFor } from '../approvals.ts'
import type { TestDevice } from '../roster.ts'
import { PAGES, PRINCIPALS, SIGNED_IN, type Principal } from './principals.ts'
import { SAID, type Person, type World } from './world.ts'

/** What is asked, for one principal. */
export interface Example {
  readonly path: string
  readonly body?: unknown
  /** Sent as it is, in place of a JSON body. */
  readonly bytes?: string
}

/** One thing that a route of the table is asked for, and who gets an answer. */
export interface Row {
  /** `METHOD /path`, as in the table of routes. */
  readonly route: string
  /** What of it, where there are several rows. */
  readonly what?: string
  /** `isMeant`: who asks is going to be answered, so that what the request uses up has to be theirs alone. */
  readonly example: (world: World, who: Principal, isMeant: boolean) => Example | Promise<Example>
  /** The status of the answer to whoever it is for; everybody else is refused. */
  readonly answers: number
  readonly for: readonly Principal[]
  /** Looks at the answer to whoever it is for. */
  readonly check?: (world: World, who: Principal, json: unknown) => void
  /** Asked after all others, since it takes away what they need. */
  readonly last?: true
}

const ALL: readonly Principal[] = PRINCIPALS
const GOVERNORS: readonly Principal[] = ['owner', 'command line']
const MANAGERS: readonly Principal[] = [...GOVERNORS, 'owner of the orb']
const ORB_OPERATORS: readonly Principal[] = [...MANAGERS, 'operator', 'operator of the orb']
const ORB_VIEWERS: readonly Principal[] = [...ORB_OPERATORS, 'observer', 'observer of the orb']
const FIRST_THREAD_OPERATORS: readonly Principal[] = [...ORB_OPERATORS, 'operator of one thread']
const FIRST_THREAD_VIEWERS: readonly Principal[] = [...ORB_VIEWERS, 'operator of one thread']
/** Who sees the other orb. */
const SEES_ELSEWHERE: readonly Principal[] = [...GOVERNORS, 'operator', 'observer', 'operator elsewhere']
const DEVICES: readonly Principal[] = [...SIGNED_IN, 'command line']

/** The device of whoever asks; for those who have none the owner's, as if they had stolen what it signed. */
function deviceOf(world: World, who: Principal): TestDevice {
  if (who === 'command line') return world.commandLine
  return world.people.get(who as Person) ?? ownerOf(world)
}

function ownerOf(world: World) {
  const owner = world.people.get('owner')
  if (owner === undefined) throw new Error('there is no owner')
  return owner
}

/** Every kind of command that a person may ask for, by the schema. */
export const COMMAND_KINDS = RequestedCommand.def.options.map(({ shape }) => String(shape.kind.def.values[0]))

/** Commands by what they are about; the test of the table says when one is missing. */
const THREAD_COMMANDS: Readonly<Record<string, object>> = {
  prompt: { text: 'hello' },
  cancel: { runId: null },
  'thread.rename': { title: 'Renamed' },
  'thread.archive': { archived: false },
  'thread.set': { setting: { kind: 'mode', modeId: 'plan' } },
}
const ORB_COMMANDS: Readonly<Record<string, object>> = {
  'thread.new': { title: null },
  'harness.restart': {},
  stop: {},
}
/** The kinds that have rows. */
export const TRIED_KINDS = [...Object.keys(THREAD_COMMANDS), ...Object.keys(ORB_COMMANDS)]

function commandRow(what: string, people: readonly Principal[], command: (world: World) => object): Row {
  return {
    route: 'POST /api/orbs/:orbId/commands',
    what,
    answers: 200,
    for: people,
    example: (world) => ({
      path: `/api/orbs/${world.orb.orbId}/commands`,
      body: { commandId: newId(), fence: 0, command: command(world) },
    }),
  }
}

function commandRows(): Row[] {
  return [
    ...Object.entries(THREAD_COMMANDS).flatMap(([kind, fields]) => [
      commandRow(`${kind} in the one thread`, FIRST_THREAD_OPERATORS, ({ orb }) => {
        return { kind, threadId: orb.threads[0], ...fields }
      }),
      commandRow(`${kind} in another thread`, ORB_OPERATORS, ({ orb }) => {
        return { kind, threadId: orb.threads[1], ...fields }
      }),
    ]),
    ...Object.entries(ORB_COMMANDS).map(([kind, fields]) =>
      commandRow(kind, ORB_OPERATORS, () => ({
        kind,
        ...(kind === 'thread.new' ? { threadId: newId() } : {}),
        ...fields,
      })),
    ),
  ]
}

function blobRow(what: string, people: readonly Principal[], sha256: (world: World) => string): Row {
  return {
    route: 'GET /api/orbs/:orbId/blobs/:sha256',
    what,
    answers: 200,
    for: people,
    example: (world) => ({ path: `/api/orbs/${world.orb.orbId}/blobs/${sha256(world)}` }),
  }
}

/** What is read from the orb itself, which answers here as soon as it is asked. */
function readRow(what: string, query = ''): Row {
  return {
    route: `GET /api/orbs/:orbId/${what}`,
    answers: 200,
    for: ORB_VIEWERS,
    example: ({ relay, orb }, _, isMeant) => {
      if (isMeant) {
        void orb.link.next('read').then(({ readId }) => {
          const headers = { authorization: `Bearer ${orb.ticket}` }
          return relay.ask({ method: 'POST', path: `/api/orbs/${orb.orbId}/reads/${readId}`, headers, body: '{}' })
        })
      }
      return { path: `/api/orbs/${orb.orbId}/${what}${query}` }
    },
  }
}

function threadRows(at: 0 | 1): Row[] {
  const what = at === 0 ? 'of the one thread' : 'of another thread'
  const viewers = at === 0 ? FIRST_THREAD_VIEWERS : ORB_VIEWERS
  return [
    {
      route: 'GET /api/approvals/:approvalId',
      what,
      answers: 200,
      for: viewers,
      example: ({ approvals }) => ({ path: `/api/approvals/${approvals[at].approvalId}` }),
    },
    {
      route: 'POST /api/approvals/:approvalId/decision',
      what,
      answers: 200,
      for: at === 0 ? FIRST_THREAD_OPERATORS : ORB_OPERATORS,
      example: async (world, who, isMeant) => {
        const { orb, approvals } = world
        const asked = isMeant ? await orb.raise(orb.threads[at]) : approvals[at]
        const by = { ...ownerOf(world), ...deviceOf(world, who), session: ownerOf(world).session }
        return {
          path: `/api/approvals/${asked.approvalId}/decision`,
          body: await decisionFor(by, orb.orbId, asked, 'allow'),
        }
      },
    },
    {
      route: 'GET /api/threads/:threadId/entries',
      what,
      answers: 200,
      for: viewers,
      example: ({ orb }) => ({ path: `/api/threads/${orb.threads[at]}/entries` }),
    },
    searchRow(what, viewers, ({ orb }) => ({ threadId: orb.threads[at] })),
    blobRow(what, viewers, ({ blobs }) => blobs[at]),
  ]
}

/** A search finds what its place holds and whoever asks may see, and nothing else. */
function searchRow(
  what: string,
  people: readonly Principal[],
  place: (world: World) => { orbId?: string; threadId?: string },
): Row {
  return {
    route: 'POST /api/search',
    what,
    answers: 200,
    for: people,
    example: (world) => ({
      path: '/api/search',
      body: { words: SAID, orbId: null, threadId: null, before: null, ...place(world) },
    }),
    check(world, who, json) {
      const { orbId = null, threadId = null } = place(world)
      const found = SearchPage.parse(json).hits.map((hit) => hit.threadId)
      const { orb, other } = world
      const within = [orb, other].flatMap(({ orbId: id, threads }) => threads.map((thread) => ({ id, thread })))
      const expected = within.filter(
        ({ id, thread }) =>
          (orbId === null || id === orbId) &&
          (threadId === null || thread === threadId) &&
          seesThread(world, who, thread),
      )
      expectSame('found', found.toSorted(), expected.map(({ thread }) => thread).toSorted())
    },
  }
}

function seesThread({ orb }: World, who: Principal, threadId: string): boolean {
  if (threadId === orb.threads[0]) return FIRST_THREAD_VIEWERS.includes(who)
  if (threadId === orb.threads[1]) return ORB_VIEWERS.includes(who)
  return SEES_ELSEWHERE.includes(who)
}

/** What of the orbs each of these may operate: of the orb, of the other one. */
const OPERATES: Readonly<Partial<Record<Principal, readonly [boolean, boolean]>>> = {
  owner: [true, true],
  'command line': [true, true],
  operator: [true, true],
  'owner of the orb': [true, false],
  'operator of the orb': [true, false],
  'operator elsewhere': [false, true],
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`)
}

async function signedEnrolment(world: World, who: Principal, orbId: string | null): Promise<object> {
  const by = deviceOf(world, who)
  const { founding, version: rosterVersion } = ownerOf(world).session.roster
  const unsigned = {
    enrolmentId: newId(),
    secretHash: await secretHash(newSecret()),
    founding,
    rosterVersion,
    orbId,
    generation: 1,
    expiresAt: Date.now() + 60_000,
    by: by.device.deviceId,
  }
  return { enrolment: { ...unsigned, signature: await by.sign(enrolmentText(unsigned)) } }
}

async function signedEntry(world: World, who: Principal): Promise<object> {
  const by = deviceOf(world, who)
  const { version, hash: previous } = await world.relay.roster()
  const person = { personId: newId(), name: 'Somebody new', grants: [] }
  const unsigned = {
    version: version + 1,
    previous,
    at: Date.now(),
    by: by.device.deviceId,
    change: { kind: 'person.set' as const, person },
  }
  return { entry: { ...unsigned, signature: await by.sign(entryText(unsigned)) }, invitationId: null }
}

function invitationRow(method: string, tail: string, answers: number): Row {
  return {
    route: `${method} /api/invitations/:invitationId${tail}`,
    answers,
    // It belongs to the device that made it: not even another one of the same owner may use it.
    for: ['owner'],
    example: async (world, _who, isMeant) => {
      const isSpent = isMeant && (method === 'DELETE' || tail === '/refuse')
      const { invitationId, nonce } = isSpent ? await world.invite(ownerOf(world)) : world.invitation
      return { path: `/api/invitations/${invitationId}${tail}`, ...(tail === '/reveal' ? { body: { nonce } } : {}) }
    },
  }
}

/** The table: every route, with everything that tells its askers apart. */
export const ROWS: readonly Row[] = [
  { route: 'GET /healthz', answers: 200, for: ALL, example: () => ({ path: '/healthz' }) },
  { route: 'GET /metrics', answers: 200, for: [...GOVERNORS, 'local key'], example: () => ({ path: '/metrics' }) },
  { route: 'GET /api/relay', answers: 200, for: ALL, example: () => ({ path: '/api/relay' }) },
  // Paired once, nobody founds it again, not even with the local key.
  {
    route: 'POST /api/pairing/codes',
    answers: 409,
    for: ['local key'],
    example: () => ({ path: '/api/pairing/codes' }),
  },
  {
    route: 'POST /api/pairing/first',
    answers: 409,
    for: ALL,
    example: () => ({ path: '/api/pairing/first', body: {} }),
  },
  {
    route: 'POST /api/pairing/requests',
    answers: 400,
    for: ALL,
    example: () => ({ path: '/api/pairing/requests', body: {} }),
  },
  {
    route: 'GET /api/pairing/request',
    answers: 200,
    for: ['joining device'],
    example: () => ({ path: '/api/pairing/request' }),
  },
  {
    route: 'POST /api/pairing/request/reveal',
    answers: 400,
    for: ['joining device'],
    example: () => ({ path: '/api/pairing/request/reveal', body: {} }),
  },
  { route: 'POST /api/recover', answers: 400, for: ALL, example: () => ({ path: '/api/recover', body: {} }) },
  {
    route: 'POST /api/session/nonce',
    answers: 200,
    for: PAGES,
    example: () => ({ path: '/api/session/nonce', body: {} }),
  },
  { route: 'POST /api/session', answers: 400, for: PAGES, example: () => ({ path: '/api/session', body: {} }) },
  { route: 'GET /api/session', answers: 200, for: DEVICES, example: () => ({ path: '/api/session' }) },
  { route: 'DELETE /api/session', answers: 204, for: DEVICES, last: true, example: () => ({ path: '/api/session' }) },
  { route: 'GET /api/roster', answers: 200, for: GOVERNORS, example: () => ({ path: '/api/roster' }) },
  {
    route: 'POST /api/roster',
    answers: 200,
    for: GOVERNORS,
    example: async (world, who) => ({ path: '/api/roster', body: await signedEntry(world, who) }),
  },
  { route: 'GET /api/devices', answers: 200, for: GOVERNORS, example: () => ({ path: '/api/devices' }) },
  {
    route: 'POST /api/invitations',
    answers: 201,
    for: GOVERNORS,
    example: async () => {
      const [ticketHash, codeHash, commit] = await Promise.all([1, 2, 3].map(() => secretHash(newSecret())))
      return { path: '/api/invitations', body: { invitationId: newId(), ticketHash, codeHash, commit } }
    },
  },
  invitationRow('GET', '', 200),
  // Nobody has asked to come in by it yet, so there is nothing to reveal for.
  invitationRow('POST', '/reveal', 409),
  invitationRow('POST', '/refuse', 200),
  invitationRow('DELETE', '', 204),
  {
    route: 'GET /api/audit',
    answers: 200,
    for: [...GOVERNORS, 'local key'],
    example: () => ({ path: '/api/audit' }),
  },
  ...commandRows(),
  {
    route: 'POST /api/stop-all',
    answers: 200,
    for: DEVICES,
    example: () => ({ path: '/api/stop-all', body: { commandId: newId() } }),
    check({ orb, other }, who, json) {
      const stopped = (json as { orbs: { orbId: string }[] }).orbs.map(({ orbId }) => orbId)
      const [mine, theirs] = OPERATES[who] ?? [false, false]
      expectSame(
        'stopped',
        [orb, other].map(({ orbId }) => stopped.includes(orbId)),
        [mine, theirs],
      )
    },
  },
  {
    route: 'GET /api/approvals',
    answers: 200,
    for: DEVICES,
    example: () => ({ path: '/api/approvals' }),
    check({ approvals, orb }, who, json) {
      const inbox = Inbox.parse(json)
      const seen = inbox.approvals.map(({ request }) => request.approvalId)
      const expected = [FIRST_THREAD_VIEWERS.includes(who), ORB_VIEWERS.includes(who)]
      expectSame(
        'seen',
        approvals.map(({ approvalId }) => seen.includes(approvalId)),
        expected,
      )
      expectSame(
        'titles',
        orb.threads.map((threadId) => threadId in inbox.titles),
        expected,
      )
      const hidden = orb.threads.filter((_, at) => expected[at] !== true)
      const receipts = inbox.receipts.map(({ request }) => request.threadId)
      expectSame(
        'receipts of what is hidden',
        hidden.filter((threadId) => receipts.includes(threadId)),
        [],
      )
    },
  },
  searchRow('everywhere', DEVICES, () => ({})),
  searchRow('in one orb', DEVICES, ({ orb }) => ({ orbId: orb.orbId })),
  ...threadRows(0),
  ...threadRows(1),
  blobRow('of no thread', ORB_VIEWERS, ({ strayBlobs }) => strayBlobs[0]),
  blobRow('of a thread that has not come', ORB_VIEWERS, ({ strayBlobs }) => strayBlobs[1]),
  {
    route: 'PUT /api/orbs/:orbId/blobs/:sha256',
    answers: 201,
    for: ['orb'],
    example: ({ orb }) => {
      const bytes = newId()
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path: `/api/orbs/${orb.orbId}/blobs/${sha256}?thread=${orb.threads[0]}`, bytes }
    },
  },
  ...([0, 1] as const).map((at): Row => ({
    route: 'PUT /api/orbs/:orbId/attachments/:sha256',
    what: at === 0 ? 'for the one thread' : 'for another thread',
    answers: 201,
    for: at === 0 ? FIRST_THREAD_OPERATORS : ORB_OPERATORS,
    example: ({ orb }) => {
      const bytes = newId()
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path: `/api/orbs/${orb.orbId}/attachments/${sha256}?thread=${orb.threads[at]}`, bytes }
    },
  })),
  ...([0, 1] as const).map((at): Row => ({
    route: 'DELETE /api/orbs/:orbId/attachments/:sha256',
    what: at === 0 ? 'of the one thread' : 'of another thread',
    answers: 200,
    for: at === 0 ? FIRST_THREAD_OPERATORS : ORB_OPERATORS,
    example: ({ orb, blobs }) => ({ path: `/api/orbs/${orb.orbId}/attachments/${blobs[0]}?thread=${orb.threads[at]}` }),
  })),
  {
    route: 'GET /api/orbs/:orbId/attachments/:sha256',
    answers: 200,
    for: ['orb'],
    example: ({ orb, blobs }) => ({ path: `/api/orbs/${orb.orbId}/attachments/${blobs[0]}` }),
  },
  readRow('sessions'),
  readRow('workspace/files'),
  readRow('workspace/file', '?path=README.md'),
  readRow('workspace/diff'),
  readRow('workspace/archive'),
  // Nobody has asked this.
  {
    route: 'POST /api/orbs/:orbId/reads/:readId',
    answers: 404,
    for: ['orb'],
    example: ({ orb }) => ({ path: `/api/orbs/${orb.orbId}/reads/${newId()}`, bytes: '{}' }),
  },
  {
    route: 'DELETE /api/orbs/:orbId',
    answers: 204,
    for: MANAGERS,
    last: true,
    example: async ({ orb, placeOrb }, who, isMeant) => {
      const isSpare = isMeant && who !== 'owner of the orb'
      return { path: `/api/orbs/${isSpare ? (await placeOrb()).orbId : orb.orbId}` }
    },
  },
  {
    route: 'POST /api/enrolments',
    what: 'for a new orb',
    answers: 200,
    for: GOVERNORS,
    example: async (world, who) => ({ path: '/api/enrolments', body: await signedEnrolment(world, who, null) }),
  },
  {
    route: 'POST /api/enrolments',
    what: 'for the orb',
    answers: 200,
    for: MANAGERS,
    example: async (world, who) => {
      return { path: '/api/enrolments', body: await signedEnrolment(world, who, world.orb.orbId) }
    },
  },
  {
    route: 'GET /api/orbs/:orbId/note-tokens',
    answers: 200,
    for: MANAGERS,
    example: ({ orb }) => ({ path: `/api/orbs/${orb.orbId}/note-tokens` }),
  },
  {
    route: 'POST /api/orbs/:orbId/note-tokens',
    answers: 201,
    for: MANAGERS,
    example: async ({ orb }) => ({
      path: `/api/orbs/${orb.orbId}/note-tokens`,
      body: { tokenId: newId(), name: 'Build', threadId: orb.threads[0], tokenSha256: await secretHash(newSecret()) },
    }),
  },
  {
    route: 'DELETE /api/orbs/:orbId/note-tokens/:tokenId',
    answers: 404,
    for: MANAGERS,
    example: ({ orb }) => ({ path: `/api/orbs/${orb.orbId}/note-tokens/${newId()}` }),
  },
  {
    route: 'POST /api/notes',
    answers: 200,
    for: ['note token'],
    example: () => ({ path: '/api/notes', body: { noteId: newId(), kind: 'note', text: 'built', value: null } }),
  },
  { route: 'GET /*', answers: 404, for: ALL, example: () => ({ path: '/no-such-file.js' }) },
]
