import type { ApprovalRequest, AskedToolCall } from '../../../shared/approvals/request.ts'
import { newId } from '../../../shared/ids.ts'
import { jsonBytes } from '../../../shared/json/digest.ts'
import { approvalReport } from '../../support/approvals.ts'
import { entryEvent, makeOrb, openLink, reportEvent, type OrbClient } from '../../support/orb-client.ts'
import type { RelayProcess } from '../../support/relay-process.ts'

/** An orb whose runner says just what a screen needs. */
export interface PlacedOrb {
  readonly orbId: string
  readonly threadId: string
  /** Raises a question; resolves once the relay has it. */
  raise(request?: RaisedRequest): Promise<ApprovalRequest>
  report(report: { name: string; [field: string]: unknown }): Promise<void>
  /** Adds a whole entry to its thread. */
  entry(kind: string, body: unknown, at?: number, runId?: string): Promise<void>
  /** Its link breaks. */
  leave(): void
}

/** What differs from a plain `npm test`. */
export type RaisedRequest = Omit<Partial<ApprovalRequest>, 'toolCall'> & { readonly call?: Partial<AskedToolCall> }

/** What differs from an orb whose thread is new, and has one entry. */
export interface PlacedThread {
  readonly title?: string
  readonly createdAt?: number
  /** Has no entry yet: the first is `entry`'s. */
  readonly isEmpty?: boolean
}

/** Enrols an orb with a thread of a few entries. */
export async function placeOrb(
  relay: RelayProcess,
  title: string,
  state: 'working' | 'idle' | 'failed' = 'working',
  { title: name = 'Make the tests pass', createdAt = Date.now(), isEmpty = false }: PlacedThread = {},
): Promise<PlacedOrb> {
  const identity = await makeOrb()
  const { orbId } = identity
  const threadId = newId()
  const { client } = await openLink(relay, identity, { title })
  answerPings(client)
  let seq = 0
  const report: PlacedOrb['report'] = async (said) => {
    client.events([reportEvent(++seq, said)])
    await client.next('ack')
  }
  await report({
    name: 'orb.state',
    state,
    title,
    isolation: 'uid',
    harness: { name: 'test', version: '1' },
    workspace: '/work',
    message: null,
    asking: { state: 'confirmed', message: null },
  })
  const entry: PlacedOrb['entry'] = async (kind, body, at = Date.now(), runId) => {
    const where = { threadId, entryId: newId(), runId: runId ?? null, at }
    client.events([entryEvent(++seq, { ...where, kind, body, bytes: jsonBytes(body) })])
    await client.next('ack')
  }
  if (!isEmpty) await entry('agent_message', { text: 'I look at the parser first.' })
  await report({
    name: 'thread.meta',
    threadId,
    parentThreadId: null,
    title: name,
    createdAt,
    modes: null,
    commands: [],
    options: [],
    usage: { used: 42_000, size: 200_000, cost: '$0.41' },
  })
  await report({
    name: 'workspace',
    path: '/work',
    branch: 'main',
    changed: [{ path: 'src/parser.ts', added: 12, removed: 3 }],
  })
  return {
    orbId,
    threadId,
    report,
    entry,
    async raise({ call, ...request } = {}) {
      const toolCall = call === undefined ? {} : { toolCall: { ...CALL, ...call } }
      const raised = await approvalReport(orbId, threadId, { ...toolCall, ...request })
      await report(raised)
      return raised.approval
    },
    leave: () => client.terminate(),
  }
}

/** Looks for pings so often, in ms; a relay gives up on a runner after two that it missed. */
const LOOK_MS = 5_000

/** Answers the relay's pings until the link ends, as a runner's link does by itself. */
function answerPings(client: OrbClient): void {
  const timer = setInterval(() => {
    for (const { id } of client.waiting('ping')) {
      client.send({ t: 'pong', id })
      void client.next('ping')
    }
  }, LOOK_MS)
  void client.closed.then(() => clearInterval(timer))
}

const CALL: AskedToolCall = {
  toolCallId: 'call-1',
  title: 'Run npm test',
  toolKind: 'execute',
  command: null,
  cwd: '/work',
  locations: [],
  content: [],
  rawInput: null,
}
