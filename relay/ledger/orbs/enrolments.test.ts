import { describe, expect, it } from 'vitest'
import { ADA, NOON, testLedger, TestRunner, unsignedEnrolment } from '../../../tests/support/ledger.ts'
import { newId } from '../../../shared/ids.ts'

describe('an enrolment', () => {
  it('lets one new orb in, once', async () => {
    await using test = await testLedger()
    const { enrolment, admission } = unsignedEnrolment(null)
    const first = new TestRunner(test.ledger)
    expect(await first.hello({ admission })).toEqual({ outcome: 'spent' })
    expect(await test.ledger.addEnrolment(enrolment, ADA, NOON)).toBe('kept')
    expect(await first.hello({ admission })).toEqual({ outcome: 'ok', acked: 0 })
    // A welcome that was lost: the runner shows the same once more.
    expect(await first.hello({ admission })).toEqual({ outcome: 'ok', acked: 0 })
    expect(await new TestRunner(test.ledger, 'orb-2').hello({ admission })).toEqual({ outcome: 'spent' })
    expect((await test.ledger.fleet()).map((orb) => orb.orbId)).toEqual(['orb-1'])
  })

  it('of which two orbs make use at once lets in one of them', async () => {
    await using test = await testLedger()
    const { enrolment, admission } = unsignedEnrolment(null)
    await test.ledger.addEnrolment(enrolment, ADA, NOON)
    const orbs = ['a', 'b', 'c', 'd'].map((id) => new TestRunner(test.ledger, id))
    const outcomes = await Promise.all(orbs.map((orb) => orb.hello({ admission })))
    expect(outcomes.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'spent')).toHaveLength(3)
  })

  it('counts until it expires, for its generation, with its secret, and for what it names', async () => {
    await using test = await testLedger()
    const { ledger } = test
    await new TestRunner(ledger, 'known').hello()
    const fresh = unsignedEnrolment(null)
    const named = unsignedEnrolment('known', 2)
    await ledger.addEnrolment(fresh.enrolment, ADA, NOON)
    await ledger.addEnrolment(named.enrolment, ADA, NOON)
    const spent = { outcome: 'spent' }
    const stranger = new TestRunner(ledger, 'stranger')
    const { admission } = fresh
    expect(await stranger.hello({ admission, at: NOON + 60_000 })).toEqual(spent)
    expect(await stranger.hello({ admission, generation: 2 })).toEqual(spent)
    expect(await stranger.hello({ admission: { ...admission, secretHash: 'x' } as never, generation: 1 })).toEqual(
      spent,
    )
    expect(await stranger.hello({ admission: named.admission, generation: 2 })).toEqual(spent)
    const known = new TestRunner(ledger, 'known')
    expect(await known.hello({ admission, key: 'another' })).toEqual(spent)
    expect(await known.hello({ admission: named.admission, generation: 3 })).toEqual(spent)
    expect(await stranger.hello({ admission, generation: 1, at: NOON + 59_999 })).toMatchObject({ outcome: 'ok' })
  })

  it('renews the key of an orb in its generation, and the old key counts no more', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    expect(await runner.renewed(1, { key: 'new' })).toEqual({ outcome: 'ok', acked: 0 })
    expect(await runner.hello()).toEqual({ outcome: 'wrong-key' })
    expect(await runner.hello({ key: 'new' })).toMatchObject({ outcome: 'ok' })
    const rows = await test.ledger.auditRows(0, 10)
    expect(rows.map(({ kind }) => kind)).toEqual(['orb.enrolled', 'enrolment.signed', 'orb.key'])
    expect(JSON.parse(rows[2]!.detail)).toMatchObject({ key: 'new', previousKey: 'key-of-orb-1', generation: 1 })
  })

  it('alone raises a generation, and fences the runner before it whatever key that has', async () => {
    await using test = await testLedger()
    const old = new TestRunner(test.ledger)
    await old.hello()
    const young = new TestRunner(test.ledger)
    expect(await young.hello({ generation: 2 })).toEqual({ outcome: 'needs-enrolment', generation: 1 })
    expect(await young.hello({ generation: 2, admission: { kind: 'none' } })).toMatchObject({
      outcome: 'needs-enrolment',
    })
    expect(await young.renewed(2, { key: 'new' })).toEqual({ outcome: 'ok', acked: 0 })
    expect(await old.hello()).toEqual({ outcome: 'fenced', generation: 2 })
    expect(await old.send(old.event('t1', 'a', 'close', {}))).toEqual({ outcome: 'fenced' })
    const kinds = (await test.ledger.auditRows(0, 10)).map(({ kind }) => kind)
    expect(kinds.slice(-2)).toEqual(['orb.key', 'orb.generation'])
  })

  it('is kept once: the same again changes nothing, another of its id or for no orb is refused', async () => {
    await using test = await testLedger()
    const { enrolment } = unsignedEnrolment(null)
    expect(await test.ledger.addEnrolment(enrolment, ADA, NOON)).toBe('kept')
    expect(await test.ledger.addEnrolment(enrolment, ADA, NOON + 1)).toBe('kept')
    expect(await test.ledger.addEnrolment({ ...enrolment, generation: 2 }, ADA, NOON)).toBe('conflict')
    expect(await test.ledger.addEnrolment({ ...enrolment, enrolmentId: newId() }, ADA, NOON)).toBe('conflict')
    expect(await test.ledger.addEnrolment(unsignedEnrolment('nowhere').enrolment, ADA, NOON)).toBe('gone')
    expect(await test.ledger.auditRows(0, 10)).toHaveLength(1)
  })
})
