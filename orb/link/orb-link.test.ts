import { webcrypto } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { helloProofText, type Hello } from '../../shared/link/messages.ts'
import { loadOrbIdentity } from '../keys/orb-key.ts'
import { openOrbStore, type OrbStore } from '../spool/orb-store.ts'
import { testRoster } from '../../tests/support/roster.ts'
import { testEnrolment } from '../../tests/support/enrolment.ts'
import { testFolder } from '../testing/folder.ts'
import { relayPlace, type RelayEnd } from '../testing/relay-end.ts'
import type { LinkEnd } from './endings.ts'
import { OrbLink } from './orb-link.ts'

async function startLink(relayUrl: string, folder = testFolder(), enrol: Hello['enrol'] = null) {
  const store = await openOrbStore(folder)
  const commands: string[] = []
  const unknown: string[] = []
  const rosters: number[] = []
  let onEnd: (end: LinkEnd) => void = () => {}
  const ended = new Promise<LinkEnd>((resolve) => {
    onEnd = resolve
  })
  const link = new OrbLink({
    relayUrl,
    identity: store.identity,
    generation: 1,
    title: 'Test',
    spool: store.spool,
    journal: store.journal,
    facts: store.facts,
    enrolment: () => enrol,
    rosterHead: () => null,
    onRoster: (entries) => rosters.push(entries.length),
    onUnknownRoster: () => rosters.push(0),
    openApprovals: () => ['open-1'],
    finishedCmdSeq: () => 4,
    onCommand: (command) => commands.push(command.commandId),
    onUnknownCommand: (commandId) => unknown.push(commandId),
    onRead: () => {},
    onReadCancelled: () => {},
    onWelcome: () => {},
    onDown: () => {},
    onEnd: (end) => onEnd(end),
    log: () => {},
  })
  link.start()
  onTestFinished(async () => {
    await link.stop()
    if (store.db.open) store.close()
  })
  return { link, store, commands, unknown, rosters, ended }
}

function say(store: OrbStore, count: number): void {
  const place = { threadId: 'thread', runId: null, entryId: 'entry' }
  for (let at = 0; at < count; at++) {
    store.spool.append({ at: 1, ...place, op: 'append', kind: 'agent_message', bytes: 1, body: { text: 'word' } })
  }
  store.journal.commit()
}

/** Answers a hello, and ends the connection in a way that brings the link back. */
async function next(end: RelayEnd, epoch?: string): Promise<Hello> {
  const hello = await end.welcome(0, epoch)
  end.socket.close(4503)
  return hello
}

describe('a hello', () => {
  test('proves the key over the nonce, and shows the enrolment', async () => {
    const place = await relayPlace()
    const enrol = await testEnrolment(await testRoster())
    const { store } = await startLink(place.url, testFolder(), enrol)
    const end = await place.connection()
    const hello = await end.next('hello')
    const raw = Buffer.from(hello.key, 'base64url')
    const key = await webcrypto.subtle.importKey('raw', raw, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify'])
    const text = Buffer.from(helloProofText(end.nonce, hello))
    const proof = Buffer.from(hello.proof, 'base64url')
    expect(await webcrypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, proof, text)).toBe(true)
    const { enrolment, secret } = enrol
    expect(hello).toMatchObject({
      enrol: { enrolment, secret },
      roster: null,
      orbId: store.identity.orbId,
      stream: store.spool.stream,
    })
    expect(hello).toMatchObject({ openApprovals: ['open-1'], firstSeq: 0, lastSeq: 0 })
  })

  test('names finished commands only to the ledger that counted them', async () => {
    const place = await relayPlace()
    await startLink(place.url)
    expect((await next(await place.connection(), 'another-epoch')).finishedCmdSeq).toBe(0)
    expect((await next(await place.connection())).finishedCmdSeq).toBe(0)
    expect((await next(await place.connection())).finishedCmdSeq).toBe(4)
  })

  test('an identity is the same after a restart', async () => {
    const path = join(testFolder(), 'orb.key')
    const [first, second] = [await loadOrbIdentity(path), await loadOrbIdentity(path)]
    expect([second.orbId, second.publicKey]).toEqual([first.orbId, first.publicKey])
  })
})

describe('events', () => {
  test('go out from the acknowledged one on, in order, and again after a reconnect', async () => {
    const place = await relayPlace()
    const { store } = await startLink(place.url)
    say(store, 600)
    const first = await place.connection()
    await first.welcome(0)
    const sent = await first.eventsTo(600)
    expect(sent.map((event) => event.seq)).toEqual(Array.from({ length: 600 }, (_, at) => at + 1))
    first.send({ t: 'ack', stream: store.spool.stream, seq: 400 })
    await expect.poll(() => store.spool.acked).toBe(400)
    first.socket.terminate()
    const second = await place.connection()
    await second.welcome(400)
    expect((await second.eventsTo(600)).map((event) => event.seq)[0]).toBe(401)
  })

  test('that a restored relay has lost are sent again', async () => {
    const place = await relayPlace()
    const { store } = await startLink(place.url)
    say(store, 10)
    const first = await place.connection()
    await first.welcome(0)
    await first.eventsTo(10)
    first.send({ t: 'ack', stream: store.spool.stream, seq: 10 })
    await expect.poll(() => store.spool.acked).toBe(10)
    first.socket.close(4503)
    const second = await place.connection()
    await second.welcome(3)
    expect((await second.eventsTo(10)).map((event) => event.seq)).toEqual([4, 5, 6, 7, 8, 9, 10])
  })

  test('wait while the relay is full, and go on when it is not', async () => {
    const place = await relayPlace()
    const { store } = await startLink(place.url)
    const end = await place.connection()
    await end.welcome(0)
    end.send({ t: 'storage', full: true })
    end.send({ t: 'ping', id: 1 })
    await end.next('pong')
    say(store, 1)
    end.send({ t: 'ping', id: 2 })
    await end.next('pong')
    end.send({ t: 'storage', full: false })
    expect(await end.eventsTo(1)).toHaveLength(1)
  })

  test('a relay that knows more than the folder gets a new stream', async () => {
    const place = await relayPlace()
    const { store } = await startLink(place.url)
    say(store, 2)
    const { stream } = store.spool
    await (await place.connection()).welcome(9)
    const again = await place.connection()
    expect((await again.welcome(0)).stream).not.toBe(stream)
    expect(await again.eventsTo(2)).toHaveLength(2)
  })
})

describe('commands', () => {
  test('of a kind that is not known are refused, anything else that is no message is left out', async () => {
    const place = await relayPlace()
    const { unknown, commands } = await startLink(place.url)
    const end = await place.connection()
    await end.welcome(0)
    end.send({ t: 'command', command: { commandId: 'c1', cmdSeq: 1, command: { kind: 'dance' } } })
    end.send({ t: 'nonsense' })
    end.socket.send('not even JSON')
    end.send({ t: 'stream.open', id: 's1', ticket: 't', url: 'ws://x', purpose: 'terminal' })
    expect(await end.next('stream.refused')).toMatchObject({ id: 's1' })
    expect(unknown).toEqual(['c1'])
    expect(commands).toEqual([])
  })
})

test('entries of the roster are handed on, and those that cannot be read are told', async () => {
  const place = await relayPlace()
  const { rosters, commands } = await startLink(place.url)
  const end = await place.connection()
  await end.welcome(0)
  const roster = await testRoster()
  end.send({ t: 'roster', entries: roster.entries })
  end.send({ t: 'roster', entries: [{ ...roster.entries[0], change: { kind: 'of another version' } }] })
  end.send({ t: 'ping', id: 1 })
  await end.next('pong')
  expect([rosters, commands]).toEqual([[1, 0], []])
})

describe('an end for good', () => {
  test.each([
    [4411, true, 'newer generation'],
    [4410, false, 'took over'],
    [4401, false, 'does not know this orb'],
    [4403, false, 'does not accept this orb'],
    [4404, false, 'removed this orb'],
    [4400, false, 'refused something'],
  ])('%i stops the link and says why', async (code, fenced, words) => {
    const place = await relayPlace()
    const { ended } = await startLink(place.url)
    const end = await place.connection()
    await end.next('hello')
    end.socket.close(code)
    const said = await ended
    expect(said.fenced).toBe(fenced)
    expect(said.sentence).toContain(words)
    expect(said.sentence).toContain('kept')
  })

  test('a refused enrolment is told with the reason, in plain letters', async () => {
    const place = await relayPlace()
    const { ended } = await startLink(place.url, testFolder(), await testEnrolment(await testRoster()))
    const end = await place.connection()
    await end.next('hello')
    end.socket.close(4401, 'It was used\u001b[2J before.')
    const { sentence } = await ended
    expect(sentence).toContain('does not let this orb in by its enrolment: It was used[2J before.')
    expect(sentence).toContain('let an owner make a new one')
  })

  test('a relay without a common protocol is told by its version', async () => {
    const place = await relayPlace([7, 9])
    const { ended } = await startLink(place.url)
    expect((await ended).sentence).toContain('share no protocol version')
  })
})
