import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { CloseName } from '../../shared/codes/close-codes.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import type { CommitOutcome } from '../ledger/ledger.ts'
import { createIntake } from './intake.ts'

/** An intake over commits that the test answers one by one. */
function intakeAfter(acked: number) {
  const commits: { events: readonly StreamEvent[]; answer: (outcome: CommitOutcome) => void }[] = []
  const acks: number[] = []
  const closed: CloseName[] = []
  const said = { full: 0, paused: 0, resumed: 0 }
  const intake = createIntake(
    {
      orbId: 'orb',
      log: pino({ level: 'silent' }),
      commit: (events) => new Promise((answer) => commits.push({ events, answer })),
      acknowledge: (seq) => acks.push(seq),
      full: () => (said.full += 1),
      close: (name) => closed.push(name),
      pause: () => (said.paused += 1),
      resume: () => (said.resumed += 1),
    },
    acked,
  )
  return { intake, commits, acks, closed, said, seqs: (at: number) => commits[at]?.events.map((event) => event.seq) }
}

const events = (from: number, to: number): StreamEvent[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    type: 'entry',
    seq: from + at,
    at: 0,
    threadId: 't',
    runId: null,
    entryId: 'e',
    op: 'append',
    kind: 'agent_message',
    bytes: 2,
    body: {},
  }))

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('what comes in during a commit goes into the next one, together', async () => {
  const { intake, commits, acks, seqs } = intakeAfter(0)
  intake.take(events(1, 2), 10)
  await settled()
  intake.take(events(3, 3), 10)
  intake.take(events(4, 6), 10)
  await settled()
  expect(commits).toHaveLength(1)
  commits[0]?.answer({ outcome: 'committed', acked: 2 })
  await settled()
  expect(seqs(1)).toEqual([3, 4, 5, 6])
  commits[1]?.answer({ outcome: 'committed', acked: 6 })
  await settled()
  expect(acks).toEqual([2, 6])
})

test('repetitions are answered and not committed again', async () => {
  const { intake, commits, acks, seqs } = intakeAfter(5)
  intake.take(events(3, 7), 10)
  await settled()
  expect(seqs(0)).toEqual([6, 7])
  intake.take(events(4, 5), 10)
  expect(acks).toEqual([5])
  commits[0]?.answer({ outcome: 'committed', acked: 7 })
  await settled()
  expect(acks).toEqual([5, 7])
})

test('a hole closes the link and takes nothing of the message', async () => {
  const { intake, commits, closed } = intakeAfter(0)
  intake.take([...events(1, 1), ...events(3, 3)], 10)
  await settled()
  expect(closed).toEqual(['gap'])
  expect(commits).toHaveLength(0)
})

test.each([
  [{ outcome: 'fenced' }, 'fenced'],
  [{ outcome: 'gap', acked: 0 }, 'gap'],
  [{ outcome: 'refused', acked: 0, message: 'another orb' }, 'badMessage'],
] as const)('%j closes the link', async (outcome, name) => {
  const { intake, commits, closed } = intakeAfter(0)
  intake.take(events(1, 1), 10)
  await settled()
  commits[0]?.answer(outcome)
  await settled()
  expect(closed).toEqual([name])
  intake.take(events(2, 2), 10)
  await settled()
  expect(commits).toHaveLength(1)
})

test('past the bound the socket waits, and goes on at half of it', async () => {
  const { intake, commits, said } = intakeAfter(0)
  const megabyte = 1024 * 1024
  for (let seq = 1; seq <= 5; seq += 1) intake.take(events(seq, seq), megabyte)
  await settled()
  expect(said).toMatchObject({ paused: 1, resumed: 0 })
  for (let at = 0; at < 5; at += 1) {
    commits[at]?.answer({ outcome: 'committed', acked: at + 1 })
    await settled()
  }
  expect(said).toMatchObject({ paused: 1, resumed: 1 })
  expect(intake.heldBytes).toBe(0)
})

describe('when the store is full', () => {
  test('nothing is taken, nothing closes, and it goes on from the acknowledged one', async () => {
    const { intake, commits, acks, closed, said, seqs } = intakeAfter(0)
    intake.take(events(1, 2), 10)
    await settled()
    intake.take(events(3, 4), 10)
    commits[0]?.answer({ outcome: 'storage-full', acked: 1 })
    await settled()
    expect(said.full).toBe(1)
    expect(acks).toEqual([1])
    intake.take(events(5, 6), 10)
    intake.storage(false)
    // Sent before the runner heard of it, and late.
    intake.take(events(7, 8), 10)
    intake.take(events(2, 8), 10)
    await settled()
    expect(seqs(1)).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(closed).toEqual([])
    expect(intake.heldBytes).toBe(10)
  })

  test('a commit that was on its way counts, and the runner may begin before or after it', async () => {
    const { intake, commits, closed, seqs } = intakeAfter(0)
    intake.take(events(1, 2), 10)
    await settled()
    intake.storage(true)
    intake.storage(false)
    commits[0]?.answer({ outcome: 'committed', acked: 2 })
    await settled()
    intake.take(events(3, 3), 10)
    await settled()
    expect(seqs(1)).toEqual([3])
    expect(closed).toEqual([])
  })
})
