import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { CommandOutcome, RequestedCommand } from '../../shared/commands/commands.ts'
import type { DecisionRequest } from '../../shared/approvals/decision.ts'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { StopAllOutcome } from '../../shared/http/api.ts'
import { INVITATION_MS, newSecret, type FirstPairing } from '../../shared/devices/pairing.ts'
import type { RosterEntry } from '../../shared/devices/roster-entry.ts'
import { newId } from '../../shared/ids.ts'
import { approvalReport, decisionFor } from '../support/approvals.ts'
import type { Answer } from '../support/http.ts'
import { entryEvent, makeOrb, openLink, reportEvent, type OrbClient, type OrbIdentity } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { makeKey } from '../support/keys.ts'
import { foundingEntry, makeDevice } from '../support/roster.ts'
import { closing } from '../support/sockets.ts'

let relay: RelayProcess
let phone: SignedIn
let laptop: SignedIn
let clients: OrbClient[] = []

beforeAll(async () => {
  relay = await startRelayProcess()
  phone = await relay.signIn('Phone')
  laptop = await relay.signIn('Laptop')
})
afterEach(() => {
  for (const client of clients) client.terminate()
  clients = []
})
afterAll(() => relay.dispose())

/** Opens a link, on which the orb first tells of its one thread. */
async function link(orb: OrbIdentity, finishedCmdSeq = 0): Promise<OrbClient> {
  const { client, welcome } = await openLink(relay, orb, { finishedCmdSeq })
  clients.push(client)
  if (welcome.acked > 0) return client
  client.events([entryEvent(1, { threadId: threadOf(orb) })])
  await client.next('ack')
  return client
}

const threadOf = (orb: OrbIdentity) => orb.orbId + '-1'

function command(orb: OrbIdentity, asked: RequestedCommand, commandId = newId(), fence = 0): Promise<Answer> {
  return relay.askAs(phone, 'POST', `/api/orbs/${orb.orbId}/commands`, { commandId, fence, command: asked })
}

const prompt = (orb: OrbIdentity, text: string): RequestedCommand => ({
  kind: 'prompt',
  threadId: threadOf(orb),
  text,
})

describe('a command', () => {
  test('is recorded, delivered to its orb, and named as who gave it', async () => {
    const orb = await makeOrb()
    const client = await link(orb)
    const commandId = newId()
    const answer = await command(orb, prompt(orb, 'hello'), commandId)
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ outcome: 'recorded', commandId, cmdSeq: 1, repeated: false })
    expect((await client.next('command')).command).toMatchObject({
      commandId,
      cmdSeq: 1,
      generation: 1,
      fence: 0,
      by: { personId: phone.person.personId, deviceId: phone.session.deviceId, deviceName: 'Phone' },
      command: { kind: 'prompt', text: 'hello' },
    })
  })

  test('sent again is recorded once, and with another content is a conflict', async () => {
    const orb = await makeOrb()
    const client = await link(orb)
    const commandId = newId()
    const answers = await Promise.all([1, 2, 3].map(() => command(orb, prompt(orb, 'once'), commandId)))
    const outcomes = answers.map((answer) => answer.json() as Extract<CommandOutcome, { outcome: 'recorded' }>)
    expect(outcomes.map((outcome) => outcome.cmdSeq)).toEqual([1, 1, 1])
    expect(outcomes.filter((outcome) => !outcome.repeated)).toHaveLength(1)
    const other = await command(orb, prompt(orb, 'twice'), commandId)
    expect([other.status, (other.json() as CommandOutcome).outcome]).toEqual([409, 'conflict'])
    await client.next('command')
    expect(client.waiting('command')).toEqual([])
  })

  test('waits for an orb that is away, and comes in order, once for each link, until it is finished', async () => {
    const orb = await makeOrb()
    ;(await link(orb)).terminate()
    for (const text of ['a', 'b', 'c']) await command(orb, prompt(orb, text))
    const seqs = async (client: OrbClient, count: number) => {
      const got: number[] = []
      while (got.length < count) got.push((await client.next('command')).command.cmdSeq)
      return got
    }
    const first = await link(orb)
    expect(await seqs(first, 3)).toEqual([1, 2, 3])
    await relay.restart()
    const second = await link(orb, 1)
    await command(orb, prompt(orb, 'd'))
    expect(await seqs(second, 3)).toEqual([2, 3, 4])
    expect(second.waiting('command')).toEqual([])
  })

  test('among many at once comes in the order of its number', async () => {
    const orb = await makeOrb()
    const client = await link(orb)
    await Promise.all(Array.from({ length: 40 }, (_, at) => command(orb, prompt(orb, 'p' + at))))
    const seqs: number[] = []
    while (seqs.length < 40) seqs.push((await client.next('command')).command.cmdSeq)
    expect(seqs).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  })

  test('for a thread that is not there, to an orb that is not there, or with an old fence, says so', async () => {
    const gone = await command({ ...(await makeOrb()) }, { kind: 'stop' })
    expect([gone.status, (gone.json() as CommandOutcome).outcome]).toEqual([410, 'gone'])
    const orb = await makeOrb()
    await link(orb)
    const nowhere = await command(orb, { kind: 'prompt', threadId: newId(), text: 'hello' })
    expect([nowhere.status, (nowhere.json() as CommandOutcome).outcome]).toEqual([410, 'gone'])
    const stale = await command(orb, { kind: 'stop' }, newId(), 7)
    expect([stale.status, stale.json()]).toEqual([412, { outcome: 'stale-fence', fence: 0 }])
  })
})

test('stop all stops every orb, and sent again stops nothing twice', async () => {
  const clientsOf = await Promise.all([makeOrb(), makeOrb()].map(async (orb) => link(await orb)))
  const commandId = newId()
  const stop = async () => (await relay.askAs(phone, 'POST', '/api/stop-all', { commandId })).json() as StopAllOutcome
  const first = await stop()
  expect((await stop()).orbs).toEqual(first.orbs)
  for (const client of clientsOf) {
    const { command: got } = await client.next('command')
    expect(got.command).toEqual({ kind: 'stop' })
    expect(first.orbs.map((orb) => orb.commandId)).toContain(got.commandId)
    expect(client.waiting('command')).toEqual([])
  }
})

describe('a decision', () => {
  async function ask(more: Partial<ApprovalRequest> = {}) {
    const orb = await makeOrb()
    const client = await link(orb)
    const report = await approvalReport(orb.orbId, newId(), more)
    client.events([reportEvent(2, report)])
    await client.next('ack')
    return { orb, client, asked: report.approval }
  }

  const decide = (device: SignedIn, asked: ApprovalRequest, decision: DecisionRequest) =>
    relay.askAs(device, 'POST', `/api/approvals/${asked.approvalId}/decision`, decision)
  const view = async (asked: ApprovalRequest) =>
    (await relay.askAs(phone, 'GET', '/api/approvals/' + asked.approvalId)).json() as ApprovalView

  test('is delivered to the orb, and told to whoever comes later', async () => {
    const { orb, client, asked } = await ask()
    const decision = await decisionFor(phone, orb.orbId, asked, 'allow', {}, { reason: 'looks right' })
    const won = await decide(phone, asked, decision)
    expect([won.status, won.json()]).toEqual([
      200,
      { outcome: 'recorded', at: expect.any(Number), commandId: decision.decisionId },
    ])
    expect((await client.next('command')).command.command).toMatchObject({
      kind: 'decide',
      approvalId: asked.approvalId,
      nonce: asked.nonce,
      digest: asked.digest,
      verdict: 'allow',
      optionId: 'yes',
      content: { reason: 'looks right' },
      signature: decision.signature,
    })
    const late = await decide(laptop, asked, await decisionFor(laptop, orb.orbId, asked, 'deny'))
    expect([late.status, late.json()]).toMatchObject([
      409,
      { outcome: 'already-decided', result: 'allowed', by: { deviceName: 'Phone' } },
    ])
    expect(await view(asked)).toMatchObject({ outcome: 'allowed', decidedBy: { deviceName: 'Phone' }, signed: true })
  })

  test('of many at once is one, and sent again is the same one', async () => {
    const { orb, client, asked } = await ask()
    const by = (at: number): SignedIn => (at % 3 === 0 ? phone : laptop)
    const decisions = await Promise.all(
      Array.from({ length: 12 }, (_, at) => decisionFor(by(at), orb.orbId, asked, at % 2 === 0 ? 'allow' : 'deny')),
    )
    const answers = await Promise.all(decisions.map((decision, at) => decide(by(at), asked, decision)))
    const winners = decisions.filter((_, at) => answers[at]?.status === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(11)
    const winner = winners[0] as DecisionRequest
    const again = await decide(by(decisions.indexOf(winner)), asked, winner)
    expect([again.status, again.json()]).toMatchObject([200, { outcome: 'recorded', commandId: winner.decisionId }])
    expect((await client.next('command')).command.commandId).toBe(winner.decisionId)
    expect(client.waiting('command')).toEqual([])
  })

  test('on something else than what is asked changes nothing', async () => {
    const { orb, asked } = await ask()
    for (const changes of [{ digest: '0'.repeat(64) }, { nonce: newId() }, { generation: 2 }]) {
      const answer = await decide(phone, asked, await decisionFor(phone, orb.orbId, asked, 'allow', changes))
      expect([answer.status, answer.json()]).toEqual([409, { outcome: 'changed' }])
    }
    const lie = await decide(
      phone,
      asked,
      await decisionFor(phone, orb.orbId, asked, 'allow', { contentHash: '0'.repeat(64) }),
    )
    expect([lie.status, lie.errorCode]).toEqual([400, 'bad-request'])
    const opposite = await decide(phone, asked, await decisionFor(phone, orb.orbId, asked, 'allow', { optionId: 'no' }))
    expect(opposite.status).toBe(400)
    expect((await view(asked)).outcome).toBe('pending')
  })

  test('comes too late after the expiry, which nobody has to wait for', async () => {
    const { orb, asked } = await ask({ expiresAt: Date.now() + 400 })
    await expect.poll(async () => (await view(asked)).outcome, { timeout: 5_000 }).toBe('expired')
    const answer = await decide(phone, asked, await decisionFor(phone, orb.orbId, asked, 'allow'))
    expect([answer.status, (answer.json() as { outcome: string }).outcome]).toEqual([410, 'expired'])
  })

  test('that is not by the device that sends it is refused, and the approval stays open', async () => {
    const { orb, asked } = await ask()
    const decision = await decisionFor(phone, orb.orbId, asked, 'allow')
    const forged = await decisionFor(phone, orb.orbId, asked, 'allow', { signature: 'A'.repeat(86) })
    for (const answer of [
      await decide(laptop, asked, decision),
      await decide(phone, asked, forged),
      await decide(phone, asked, await decisionFor(phone, 'another-orb', asked, 'allow')),
      await decide(phone, asked, { ...decision, rosterVersion: 0 }),
      await decide(phone, asked, { ...decision, verdict: 'deny', optionId: 'no' }),
    ])
      expect([answer.status, answer.json()]).toMatchObject([403, { outcome: 'forbidden', message: expect.any(String) }])
    expect((await view(asked)).outcome).toBe('pending')
    expect((await decide(phone, asked, decision)).status).toBe(200)
  })

  test('on an approval that never was is not found', async () => {
    const { orb, asked } = await ask()
    const answer = await decide(
      phone,
      { ...asked, approvalId: newId() },
      await decisionFor(phone, orb.orbId, asked, 'allow'),
    )
    expect([answer.status, answer.errorCode]).toEqual([404, 'not-found'])
  })
})

describe('a first pairing', () => {
  test('is printed as a link and a code, works once, and stands in no log', async () => {
    const fresh = await startRelayProcess()
    try {
      const { pairing } = fresh
      if (pairing === null) throw new Error('nothing was printed')
      expect(pairing.expiresAt - Date.now()).toBeLessThanOrEqual(INVITATION_MS)
      const secret = pairing.path.replace('/first#', '')
      const first = (proof: FirstPairing['proof'], entry: RosterEntry) =>
        fresh.ask({
          method: 'POST',
          path: '/api/pairing/first',
          headers: { origin: fresh.url, 'content-type': 'application/json' },
          body: JSON.stringify({ proof, entry }),
        })
      const entry = await foundingEntry(await makeDevice(), await makeKey())
      expect((await first({ secret: newSecret() }, entry)).status).toBe(410)
      expect((await first({ secret }, { ...entry, signature: 'A'.repeat(86) })).status).toBeGreaterThanOrEqual(400)
      expect((await first({ secret }, entry)).status).toBe(200)
      expect((await first({ secret }, entry)).status).toBeGreaterThanOrEqual(400)
      expect((await first({ code: pairing.code }, entry)).status).toBeGreaterThanOrEqual(400)
      expect(fresh.log).not.toContain(secret)
      expect(fresh.log).not.toContain(pairing.code)
    } finally {
      await fresh.dispose()
    }
  })
})

describe('a device', () => {
  test('stays signed in over a kill of the relay', async () => {
    const device = await relay.signIn('Tablet')
    await relay.restart()
    expect((await relay.askAs(device, 'GET', '/api/session')).json()).toMatchObject({ deviceName: 'Tablet' })
  })

  test('that signs out is out at once, in its open rooms as well', async () => {
    const device = await relay.signIn('Borrowed')
    const ws = new WebSocket(`ws://127.0.0.1:${relay.port}/rooms/fleet:${device.person.personId}`, {
      headers: { host: `localhost:${relay.port}`, cookie: device.cookie, origin: relay.url },
    })
    const closed = closing(ws)
    await new Promise((resolve) => ws.once('open', resolve))
    expect((await relay.askAs(device, 'DELETE', '/api/session')).status).toBe(204)
    expect((await closed).code).toBe(CLOSE.unauthenticated.code)
    expect((await relay.askAs(device, 'GET', '/api/session')).status).toBe(401)
  })
})

test('figures and health are told', async () => {
  expect((await relay.ask({ path: '/healthz' })).json()).toEqual({
    ok: true,
    software: expect.any(String),
    protocol: [1, 1],
    storage: 'ok',
  })
  const orb = await makeOrb()
  await link(orb)
  await command(orb, { kind: 'stop' })
  const { text } = await relay.ask({
    path: '/metrics',
    headers: { authorization: relay.localProof('GET', '/metrics') },
  })
  expect(text).toMatch(/^perigee_links 1$/m)
  expect(text).toMatch(/^perigee_commands_total\{kind="stop",outcome="recorded"\} \d+$/m)
  expect(text).toMatch(/^perigee_ledger_commits [1-9]\d*$/m)
})
