import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InProcessOptions } from '../../relay/ledger/in-process.ts'
import { openLedgerInProcess } from '../../relay/ledger/in-process.ts'
import type { Change, CommitOutcome, Ledger, LinkAdmission, LinkOutcome } from '../../relay/ledger/ledger.ts'
import { contentHash, type ApprovalRequest, type DecisionContent } from '../../shared/approvals/request.ts'
import type { Actor, DecisionRequest } from '../../shared/approvals/decision.ts'
import type { Enrolment } from '../../shared/devices/enrolment.ts'
import { newId } from '../../shared/ids.ts'
import type { EntryEvent, ReportEvent, StreamEvent } from '../../shared/link/events.ts'
import type { KnownReport } from '../../shared/link/reports.ts'

/** A real ledger on a file of its own, with everything that its feed published. */
export interface TestLedger extends AsyncDisposable {
  readonly ledger: Ledger
  readonly folder: string
  readonly file: string
  readonly feed: Change[]
  readonly warnings: string[]
  /** Closes the ledger and opens the same file again. */
  reopen(options?: Partial<InProcessOptions>): Promise<Ledger>
}

/** Opens a ledger in a fresh folder that goes away with it. */
export async function testLedger(options: Partial<InProcessOptions> = {}): Promise<TestLedger> {
  const folder = await mkdtemp(join(tmpdir(), 'perigee-ledger-'))
  const file = join(folder, 'ledger.sqlite')
  const feed: Change[] = []
  const warnings: string[] = []
  const open = async (more: Partial<InProcessOptions>): Promise<Ledger> => {
    const opened = await openLedgerInProcess({
      file,
      minFreeBytes: 0,
      onWarning: (text) => warnings.push(text),
      ...more,
    })
    opened.subscribe((changes) => feed.push(...changes))
    return opened
  }
  let ledger = await open(options)
  return {
    get ledger() {
      return ledger
    },
    folder,
    file,
    feed,
    warnings,
    reopen: async (more = {}) => {
      await ledger.close()
      return (ledger = await open({ ...options, ...more }))
    },
    [Symbol.asyncDispose]: async () => {
      await ledger.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A moment to count from, on the relay's clock. */
export const NOON = 1_700_000_000_000

/** Somebody on a phone. */
export const ADA: Actor = { personId: 'me', personName: 'You', deviceId: 'phone', deviceName: 'Phone' }
/** The same person at a desk. */
export const LAPTOP: Actor = { ...ADA, deviceId: 'laptop', deviceName: 'Laptop' }

/** Writes one orb's stream into a ledger as a runner would: seq by seq. */
export class TestRunner {
  readonly ledger: Ledger
  readonly orbId: string
  readonly stream: string
  readonly link = newId()
  generation = 1
  #seq = 0

  constructor(ledger: Ledger, orbId = 'orb-1', stream = newId()) {
    this.ledger = ledger
    this.orbId = orbId
    this.stream = stream
  }

  /** The seq of the newest event that `event` or `report` made. */
  get seq(): number {
    return this.#seq
  }

  /** Says hello with this runner's key, stream and generation; an unknown orb is let in as if the relay knew its key. */
  hello(
    more: { key?: string; generation?: number; link?: string; at?: number; admission?: LinkAdmission } = {},
  ): Promise<LinkOutcome> {
    const { orbId, stream } = this
    this.generation = more.generation ?? this.generation
    const trusted: LinkAdmission = { kind: 'trusted' }
    const asked = { key: 'key-of-' + orbId, admission: trusted, link: this.link, title: 'Demo', at: NOON }
    return this.ledger.openLink({ ...asked, orbId, stream, ...more, generation: this.generation })
  }

  /** Says hello as a higher generation, or with another key, by an enrolment of this orb. */
  async renewed(generation: number, more: { key?: string; at?: number } = {}): Promise<LinkOutcome> {
    const { admission, enrolment } = unsignedEnrolment(this.orbId, generation)
    await this.ledger.addEnrolment(enrolment, ADA, NOON)
    return this.hello({ ...more, generation, admission })
  }

  /** The next event of an entry. */
  event(threadId: string, entryId: string, op: EntryEvent['op'], body: unknown, more: object = {}): EntryEvent {
    const bytes = JSON.stringify(body).length
    const head = { type: 'entry', seq: ++this.#seq, at: NOON + this.#seq, threadId, runId: null } as const
    return { ...head, entryId, op, kind: 'agent_message', bytes, body, ...more }
  }

  /** The next report. */
  report(report: KnownReport | { name: string }): ReportEvent {
    return { type: 'report', seq: ++this.#seq, at: NOON + this.#seq, report }
  }

  /** Commits events as one batch. */
  send(...events: StreamEvent[]): Promise<CommitOutcome> {
    const { orbId, stream, link, generation } = this
    return this.ledger.commitEvents({ orbId, stream, link, generation, events, receivedAt: NOON + this.#seq })
  }
}

/** An enrolment as the ledger keeps it, which looks at no signature, and how a hello spends it. */
export function unsignedEnrolment(
  orbId: string | null,
  generation = 1,
  expiresAt = NOON + 60_000,
): { readonly enrolment: Enrolment; readonly admission: LinkAdmission } {
  const [enrolmentId, secretHash] = [newId(), createHash('sha256').update(newId()).digest('hex')]
  const signed = { founding: 'f'.repeat(64), rosterVersion: 0, by: ADA.deviceId, signature: 's'.repeat(86) }
  const enrolment = { enrolmentId, secretHash, orbId, generation, expiresAt, ...signed }
  return { enrolment, admission: { kind: 'enrolment', enrolmentId, secretHash } }
}

/** An approval for a command, with three options. */
export function permission(more: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    approvalId: newId(),
    threadId: 'thread-1',
    runId: null,
    generation: 1,
    asked: 'permission',
    nonce: newId(),
    digest: 'd'.repeat(64),
    toolCall: {
      toolCallId: 'call-1',
      title: 'Run npm test',
      toolKind: 'execute',
      command: 'npm test',
      cwd: '/work',
      locations: [],
      content: [],
      rawInput: null,
    },
    question: null,
    options: [
      { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Deny', kind: 'reject_once' },
      { optionId: 'odd', name: 'Odd', kind: 'allow_for_a_while' },
    ],
    scopes: [],
    expiresAt: null,
    claim: null,
    risk: 'write',
    riskRule: 'execute:plain',
    raisedAt: NOON,
    ...more,
  }
}

/** A decision that fits an approval. */
export async function decisionOn(
  asked: ApprovalRequest,
  more: Partial<DecisionRequest> = {},
  content: Partial<DecisionContent> = {},
): Promise<DecisionRequest> {
  const { generation, nonce, digest } = asked
  const whole = { answer: null, reason: null, scope: null, ruleText: null, ...content }
  return {
    decisionId: newId(),
    generation,
    nonce,
    digest,
    verdict: 'allow',
    optionId: 'yes',
    content: whole,
    contentHash: await contentHash(whole),
    rosterVersion: 0,
    signature: 'A'.repeat(86),
    ...more,
  }
}
