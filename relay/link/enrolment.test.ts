import { describe, expect, test } from 'vitest'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import { newSecret } from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import type { Hello } from '../../shared/link/messages.ts'
import { dialLink, entryEvent, makeOrb, type OrbClient, type OrbIdentity } from '../../tests/support/orb-client.ts'
import { makeDevice } from '../../tests/support/roster.ts'
import { openLinkBench, type LinkBench } from './testing/bench.ts'

const FORBIDDEN = CLOSE.forbidden.code

/** Dials and says hello, showing nothing unless `changes` do. */
async function dial(bench: LinkBench, orb: OrbIdentity, changes: Partial<Hello> = {}): Promise<OrbClient> {
  const client = dialLink(bench)
  await client.hello(orb, { enrol: null, ...changes })
  return client
}

async function welcomed(bench: LinkBench, orb: OrbIdentity, changes: Partial<Hello> = {}): Promise<OrbClient> {
  const client = await dial(bench, orb, changes)
  await client.next('welcome')
  return client
}

async function refusal(bench: LinkBench, orb: OrbIdentity, changes: Partial<Hello> = {}): Promise<[number, string]> {
  const { code, reason } = await (await dial(bench, orb, changes)).closed
  return [code, reason]
}

describe('a new orb', () => {
  test('is let in by an enrolment, once, and then by its key alone', async () => {
    const bench = await openLinkBench()
    const enrol = await bench.enrolment()
    const orb = await makeOrb()
    await welcomed(bench, orb, { enrol })
    // Its welcome may have been lost: then it shows the same again.
    await welcomed(bench, orb, { enrol })
    await welcomed(bench, orb)
    expect(await refusal(bench, await makeOrb(), { enrol })).toEqual([
      FORBIDDEN,
      'The enrolment was used already, is too old, or is not meant for this orb.',
    ])
  })

  test('without an enrolment is not known, even where it knows of one', async () => {
    const bench = await openLinkBench()
    const said = [CLOSE.unauthenticated.code, 'An orb that is not known here needs an enrolment that an owner signed.']
    expect(await refusal(bench, await makeOrb())).toEqual(said)
    const { secret, ...enrol } = await bench.enrolment()
    expect(await refusal(bench, await makeOrb(), { enrol: { ...enrol, secret: newSecret() } })).toEqual([
      FORBIDDEN,
      'The enrolment does not count. Its secret is not the one that was signed.',
    ])
    await welcomed(bench, await makeOrb(), { enrol: { ...enrol, secret } })
  })

  test('whose enrolment was never handed in is refused', async () => {
    const bench = await openLinkBench()
    expect((await refusal(bench, await makeOrb(), { enrol: await bench.signed() }))[0]).toBe(FORBIDDEN)
  })

  test.each([
    ['another relay', { founding: 'f'.repeat(64) }, 'It was signed for another relay.'],
    ['a later roster', { rosterVersion: 9 }, 'It was signed by a newer roster than is known here.'],
    ['an hour that is over', { expiresAt: 1 }, 'It is too old.'],
    ['another generation', { generation: 2 }, 'It is for generation 2 of the orb.'],
    ['another orb', { orbId: 'somebody' }, 'It is for another orb.'],
    ['an unknown device', { by: newId() }, 'The device that signed it does not count here any more.'],
  ])('with an enrolment for %s is refused, and hears why', async (_, more, why) => {
    const bench = await openLinkBench()
    const enrol = await bench.signed(more)
    expect(await refusal(bench, await makeOrb(), { enrol })).toEqual([
      FORBIDDEN,
      `The enrolment does not count. ${why}`,
    ])
  })

  test('with an altered enrolment is refused', async () => {
    const bench = await openLinkBench()
    const { enrolment, ...rest } = await bench.enrolment()
    const enrol = { ...rest, enrolment: { ...enrolment, expiresAt: enrolment.expiresAt + 1 } }
    expect((await refusal(bench, await makeOrb(), { enrol }))[1]).toContain('Its signature does not fit')
  })

  test('is refused where whoever signed was revoked, or may not enrol, since', async () => {
    const bench = await openLinkBench()
    const second = await makeDevice(bench.roster.owner.person)
    await bench.change({ kind: 'device.add', device: second.device, person: second.person })
    const helper = await makeDevice({ grants: [{ role: 'operator', scope: { kind: 'all' }, expiresAt: null }] })
    await bench.change({ kind: 'device.add', device: helper.device, person: helper.person })
    const lost = await bench.enrolment({ by: second.device.deviceId }, second)
    const never = await bench.enrolment({ by: helper.device.deviceId }, helper)
    await bench.change({ kind: 'device.revoke', deviceId: second.device.deviceId, why: 'lost' })
    expect((await refusal(bench, await makeOrb(), { enrol: lost }))[1]).toContain('does not count here any more')
    expect((await refusal(bench, await makeOrb(), { enrol: never }))[1]).toContain('may not enrol this orb')
  })

  test('whose key the relay was started with needs none, before anybody owns the relay', async () => {
    const bench = await openLinkBench({ paired: false })
    const [demo, other] = [await makeOrb(), await makeOrb()]
    bench.trustedKeys.add(demo.key)
    await welcomed(bench, demo)
    expect((await refusal(bench, other))[0]).toBe(CLOSE.unauthenticated.code)
    const enrol = await bench.signed()
    expect((await refusal(bench, other, { enrol }))[1]).toContain('This relay has no owner yet')
    expect((await refusal(bench, { ...demo, generation: 2 }))[0]).toBe(FORBIDDEN)
  })
})

describe('an orb that is known', () => {
  test('gets a new key by an enrolment of it, and the old one counts no more', async () => {
    const bench = await openLinkBench()
    const orb = await makeOrb()
    const before = await welcomed(bench, orb, { enrol: await bench.enrolment() })
    const renewed: OrbIdentity = { ...(await makeOrb()), orbId: orb.orbId }
    expect(await refusal(bench, renewed)).toEqual([
      FORBIDDEN,
      'Another key is pinned for this orb. A new one needs an enrolment of this orb.',
    ])
    expect((await refusal(bench, renewed, { enrol: await bench.enrolment() }))[0]).toBe(FORBIDDEN)
    await welcomed(bench, renewed, { enrol: await bench.enrolment({ orbId: orb.orbId }) })
    expect(await before.closed).toMatchObject({ code: FORBIDDEN, reason: 'An owner gave this orb another key.' })
    expect((await refusal(bench, orb))[0]).toBe(FORBIDDEN)
  })

  test('gets a higher generation by an enrolment alone, and the runner before it is fenced at once', async () => {
    const bench = await openLinkBench()
    const orb = await makeOrb()
    const old = await welcomed(bench, orb, { enrol: await bench.enrolment() })
    const young = { ...orb, generation: 2, stream: newId() }
    expect(await refusal(bench, young)).toEqual([
      FORBIDDEN,
      'This orb is in generation 1. A higher one needs an enrolment of it.',
    ])
    const next = await welcomed(bench, young, { enrol: await bench.enrolment({ orbId: orb.orbId, generation: 2 }) })
    expect((await old.closed).code).toBe(CLOSE.fenced.code)
    expect((await refusal(bench, orb))[0]).toBe(CLOSE.fenced.code)
    next.events([entryEvent(1)])
    expect(await next.next('ack')).toMatchObject({ seq: 1 })
  })

  test('that is removed is closed at once, told so, and does not come back', async () => {
    const bench = await openLinkBench()
    const orb = await makeOrb()
    const enrol = await bench.enrolment()
    const client = await welcomed(bench, orb, { enrol })
    await bench.ledger.removeOrb(orb.orbId, bench.owner, Date.now())
    const removed = [CLOSE.notFound.code, 'This orb was removed from the relay.']
    const { code, reason } = await client.closed
    expect([code, reason]).toEqual(removed)
    expect(await refusal(bench, orb)).toEqual(removed)
    expect(await refusal(bench, orb, { enrol: await bench.enrolment() })).toEqual(removed)
  })
})
