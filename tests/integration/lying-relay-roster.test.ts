import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RosterChange } from '../../shared/devices/roster-entry.ts'
import type { RosterHead } from '../../shared/link/messages.ts'
import { startDeceivedOrb, type DeceivedOrb } from '../support/deceived-orb.ts'
import { makeKey } from '../support/keys.ts'
import { foundingEntry, makeDevice, signEntry, testRoster, type TestDevice } from '../support/roster.ts'

/** A device of somebody who owns everything, and the change that would let it in. */
async function stranger(): Promise<{ device: TestDevice; change: RosterChange }> {
  const device = await makeDevice({ name: 'Mallory' })
  return { device, change: { kind: 'device.add', device: device.device, person: device.person } }
}

/** Shows the orb something, and waits until it says in its state and in its log that it refused that, and why. */
async function refusal(orb: DeceivedOrb, show: () => void | Promise<void>, words: string): Promise<void> {
  const before = orb.relay.reports('orb.state').length
  const logged = orb.runner.output().length
  await show()
  const problem = (): string => {
    const later = orb.relay.reports('orb.state').slice(before)
    return later.map((one) => one.roster?.problem ?? '').find((one) => one.includes(words)) ?? ''
  }
  await expect.poll(problem, { timeout: 15_000 }).not.toBe('')
  await expect.poll(() => orb.runner.output().slice(logged), { timeout: 15_000 }).toContain(problem())
}

describe('a roster that is not ours', () => {
  let orb: DeceivedOrb
  let owner: TestDevice
  let observer: TestDevice
  let lost: TestDevice
  let asked: Awaited<ReturnType<DeceivedOrb['ask']>>
  /** Devices that a lie would have let in. */
  const strangers: TestDevice[] = []

  beforeAll(async () => {
    orb = await startDeceivedOrb()
    owner = orb.roster.owner
    observer = await makeDevice({ grants: [{ role: 'observer', scope: { kind: 'all' }, expiresAt: null }] })
    lost = await makeDevice(owner.person)
    for (const { device, person } of [observer, lost]) await orb.roster.add({ kind: 'device.add', device, person })
    await orb.roster.add({ kind: 'device.revoke', deviceId: lost.device.deviceId, why: 'lost' })
    orb.relay.roster(orb.roster.entries)
    await orb.relay.report('orb.state', (one) => one.roster?.version === 3)
    asked = await orb.ask('never.txt')
  }, 60_000)
  afterAll(() => orb.dispose())

  /** Nobody whom a lie names may decide, and the version stays. */
  afterEach(async () => {
    for (const by of strangers.splice(0)) {
      const effect = await orb.effectOf(orb.relay.command(await orb.sign(by, asked), by))
      expect(effect).toMatchObject({
        effect: 'undeliverable',
        message: 'It was made by a device that is not in the roster. Nothing was answered.',
      })
      asked = await orb.askedAgain(asked)
    }
    const states = orb.relay.reports('orb.state')
    expect(states.at(-1)?.roster).toMatchObject({ version: orb.roster.present.version, firstUse: false })
    expect(orb.journal.answers()).toEqual([])
    expect(existsSync(join(orb.workspace, 'never.txt'))).toBe(false)
  })

  const head = (): RosterHead => {
    const { founding, version, hash } = orb.roster.present
    return { founding, version, hash }
  }

  test('an entry that the relay signed itself', async () => {
    const { device, change } = await stranger()
    const entry = await orb.roster.next(change, device)
    strangers.push(device)
    const entries = [entry]
    await refusal(orb, () => orb.relay.roster(entries), 'It is signed by a device that does not count here.')
  })

  test('an entry in the name of the owner with a signature that is not theirs', async () => {
    const { device, change } = await stranger()
    strangers.push(device)
    const entries = [await orb.roster.next(change, { ...device, device: owner.device })]
    await refusal(orb, () => orb.relay.roster(entries), 'Its signature is not by the key that it names.')
  })

  test('an entry that an observer signed', async () => {
    const { device, change } = await stranger()
    strangers.push(device)
    const entries = [await orb.roster.next(change, observer)]
    await refusal(
      orb,
      () => orb.relay.roster(entries),
      'It is signed by a device whose person is no owner of everything.',
    )
  })

  test('an entry that a revoked device signed', async () => {
    const { device, change } = await stranger()
    strangers.push(device)
    const entries = [await orb.roster.next(change, lost)]
    await refusal(orb, () => orb.relay.roster(entries), 'It is signed by a device that does not count here.')
  })

  test('a true entry whose key was swapped on the way', async () => {
    const { device, change } = await stranger()
    const phone = await makeDevice(owner.person)
    const entry = await orb.roster.next({ kind: 'device.add', device: phone.device, person: phone.person })
    strangers.push(device)
    const entries = [{ ...entry, change: { ...entry.change, ...change } }]
    await refusal(orb, () => orb.relay.roster(entries), 'Its signature is not by the key that it names.')
  })

  test('another first owner, as a whole roster', async () => {
    const other = await testRoster()
    strangers.push(other.owner)
    const entries = other.entries
    await refusal(orb, () => orb.relay.roster(entries), 'begins with another first owner')
  })

  test('a recovery that another key than the recovery key signed', async () => {
    const { device } = await stranger()
    const { key } = await makeKey()
    const change = { kind: 'recover', device: device.device, person: device.person, recoveryKey: key } as const
    const entry = await orb.roster.next(change, 'recovery')
    strangers.push(device)
    const { signature: _signature, ...unsigned } = entry
    const entries = [await signEntry(device, unsigned)]
    await refusal(orb, () => orb.relay.roster(entries), 'Its signature is not by the key that it names.')
  })

  test('a fork: another entry of a version that is known', async () => {
    const { device, change } = await stranger()
    const { version, previous } = orb.roster.entries[3] ?? { version: 3, previous: null }
    strangers.push(device)
    // Signed by a true owner: a device that was made to sign twice, or an owner who did.
    const entries = [await orb.roster.next(change, owner, { version, previous })]
    await refusal(orb, () => orb.relay.roster(entries), 'another entry 3 of the roster')
  })

  test('a fork: a next entry that follows another one than ours', async () => {
    const { device, change } = await stranger()
    strangers.push(device)
    const entries = [await orb.roster.next(change, owner, { previous: 'f'.repeat(64) })]
    await refusal(orb, () => orb.relay.roster(entries), 'another entry 4 of the roster')
  })

  test('a rollback: the same chain, without its end', async () => {
    const entries = orb.roster.entries.slice(0, 2)
    await refusal(orb, () => orb.relay.roster(entries), 'shows version 1 of the roster; this orb knows version 3')
  })

  test.each([
    ['a lower version', () => ({ ...head(), version: 2 }), 'shows version 2 of the roster; this orb knows version 3'],
    ['no roster at all', () => null, 'shows no roster; this orb knows version 3'],
    ['another head', () => ({ ...head(), hash: 'f'.repeat(64) }), 'another entry 3 of the roster'],
    ['another beginning', () => ({ ...head(), founding: 'f'.repeat(64) }), 'begins with another first owner'],
  ] as [string, () => RosterHead | null, string][])('a welcome that claims %s', async (_name, claim, words) => {
    orb.relay.claims = claim()
    const show = async (): Promise<void> => {
      orb.relay.drop()
      await orb.relay.hello()
    }
    await refusal(orb, show, words)
    orb.relay.claims = undefined
  })

  test('entries of a kind that nobody knows', async () => {
    const entry = { ...(await orb.roster.next((await stranger()).change)), change: { kind: 'owner.replace' } }
    await refusal(orb, () => orb.relay.send({ t: 'roster', entries: [entry] }), 'cannot read')
  })

  test('all of that is known after a restart, too: the highest version is kept for good', async () => {
    await orb.restart()
    expect((await orb.relay.hello()).roster).toEqual(head())
    const fresh = await orb.relay.report('orb.state', (one) => one.roster?.problem === null && one.state === 'ready')
    expect(fresh.roster?.version).toBe(3)
    const entries = orb.roster.entries.slice(0, 3)
    await refusal(orb, () => orb.relay.roster(entries), 'shows version 2 of the roster; this orb knows version 3')
    asked = await orb.ask('never.txt')
  })

  test('entries in another order are refused, and taken in the right one', async () => {
    const phone = await makeDevice(owner.person)
    const one = await orb.roster.add({ kind: 'device.add', device: phone.device, person: phone.person })
    const two = await orb.roster.add({ kind: 'person.set', person: { ...observer.person, name: 'Eve' } })
    const entries = [two, one]
    await refusal(orb, () => orb.relay.roster(entries), 'showed entry 5 of the roster without the ones before it')
    orb.relay.roster([one, two])
    await orb.relay.report('orb.state', (state) => state.roster?.version === 5 && state.roster.problem === null)
  })
})

test('an orb that was enrolled for one owner believes nobody whom a relay shows in their place', async () => {
  const other = await testRoster()
  const orb = await startDeceivedOrb(other)
  try {
    const state = await orb.relay.report('orb.state', (one) => (one.roster?.problem ?? null) !== null)
    expect(state.roster).toMatchObject({ version: null, firstUse: false })
    expect(state.roster?.problem).toContain('begins with another first owner')
    let asked = await orb.ask('never.txt')
    for (const by of [other.owner, orb.roster.owner]) {
      const effect = await orb.effectOf(orb.relay.command(await orb.sign(by, asked), by))
      expect(effect).toMatchObject({
        effect: 'undeliverable',
        message: 'This orb knows no roster yet, so it cannot tell who may decide. Nothing was answered.',
      })
      asked = await orb.askedAgain(asked)
    }
    expect(orb.journal.answers()).toEqual([])

    // The same first device under another recovery key is another beginning, too.
    orb.relay.roster([await foundingEntry(orb.roster.owner, await makeKey())])
    const effect = await orb.effectOf(orb.relay.command(await orb.sign(orb.roster.owner, asked), orb.roster.owner))
    expect(effect.message).toContain('knows no roster yet')
    asked = await orb.askedAgain(asked)

    // And the true one is believed as soon as it is shown.
    orb.relay.roster(orb.roster.entries)
    const allowed = orb.relay.command(await orb.sign(orb.roster.owner, asked), orb.roster.owner)
    expect(await orb.effectOf(allowed)).toMatchObject({ effect: 'applied' })
    await orb.relay.report('run.state', (one) => one.state === 'ended')
    expect(existsSync(join(orb.workspace, 'never.txt'))).toBe(true)
  } finally {
    await orb.dispose()
  }
}, 60_000)
