import { expect, test } from 'vitest'
import type { RosterHead } from '../../shared/link/messages.ts'
import { newId } from '../../shared/ids.ts'
import { dialLink, makeOrb, type OrbClient } from '../../tests/support/orb-client.ts'
import { makeDevice } from '../../tests/support/roster.ts'
import { openLinkBench, type LinkBench } from './testing/bench.ts'

async function paired(entries: number): Promise<LinkBench> {
  const bench = await openLinkBench()
  while (bench.roster.entries.length < entries) await addSomebody(bench)
  return bench
}

async function addSomebody(bench: LinkBench): Promise<void> {
  const { device, person } = await makeDevice()
  await bench.change({ kind: 'device.add', device, person })
}

async function runner(bench: LinkBench, roster: RosterHead | null): Promise<OrbClient> {
  const client = dialLink(bench)
  const orb = await makeOrb()
  bench.trustedKeys.add(orb.key)
  await client.hello(orb, { enrol: null, roster })
  return client
}

const versions = (message: { readonly entries: readonly { readonly version: number }[] }): number[] =>
  message.entries.map(({ version }) => version)

const headAt = ({ roster }: LinkBench, version: number): RosterHead => {
  const next = roster.entries[version + 1]
  return { founding: roster.present.founding, version, hash: next?.previous ?? roster.present.hash }
}

test('a runner that holds nothing, or another roster, is told everything; one that holds a part is told the rest', async () => {
  const bench = await paired(4)
  const { founding, version, hash } = bench.roster.present
  for (const [held, told] of [
    [null, [0, 1, 2, 3]],
    [headAt(bench, 1), [2, 3]],
    [{ ...headAt(bench, 1), founding: 'f'.repeat(64) }, [0, 1, 2, 3]],
    [{ ...headAt(bench, 1), hash: 'f'.repeat(64) }, [0, 1, 2, 3]],
    [{ ...headAt(bench, 3), hash: 'f'.repeat(64) }, [0, 1, 2, 3]],
  ] as const) {
    const client = await runner(bench, held)
    expect(await client.next('welcome')).toMatchObject({ roster: { founding, version, hash } })
    expect(versions(await client.next('roster'))).toEqual(told)
  }
})

test('a runner that holds all of it, or more, hears of new entries alone', async () => {
  const bench = await paired(2)
  const level = await runner(bench, headAt(bench, 1))
  const ahead = await runner(bench, { ...headAt(bench, 1), version: 2, hash: 'f'.repeat(64) })
  await Promise.all([level.next('welcome'), ahead.next('welcome')])
  await addSomebody(bench)
  expect(versions(await level.next('roster'))).toEqual([2])
  await addSomebody(bench)
  expect(versions(await level.next('roster'))).toEqual([3])
  // What it says that it has seen is not told again: it will see that the next one does not follow.
  expect(versions(await ahead.next('roster'))).toEqual([3])
})

test('the roster comes before the first command, and a new entry before what is decided by it', async () => {
  const bench = await paired(2)
  const orb = await makeOrb()
  bench.trustedKeys.add(orb.key)
  const stop = () => ({
    orbId: orb.orbId,
    commandId: newId(),
    fence: 0,
    command: { kind: 'stop' } as const,
    by: bench.owner,
    at: Date.now(),
  })
  const first = dialLink(bench)
  await first.hello(orb, { enrol: null })
  await first.next('welcome')
  first.terminate()
  await bench.ledger.recordCommand(stop())

  const client = dialLink(bench)
  await client.hello(orb, { enrol: null })
  await client.next('command')
  // Both have come by now, so what waits came before the command or never.
  expect(client.waiting('roster').map(versions)).toEqual([[0, 1]])
  await addSomebody(bench)
  await bench.ledger.recordCommand(stop())
  await client.next('command')
  expect(client.waiting('roster').map(versions)).toEqual([[0, 1], [2]])
})

test('a relay without an owner says so, and tells the first entry when it is founded', async () => {
  const bench = await openLinkBench({ paired: false })
  const client = await runner(bench, null)
  expect(await client.next('welcome')).toMatchObject({ roster: null })
  expect(client.waiting('roster')).toEqual([])
  await bench.rosters.found(bench.roster.entries[0]!)
  expect(versions(await client.next('roster'))).toEqual([0])
})
