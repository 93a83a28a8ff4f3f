import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NOON, testLedger, TestRunner } from '../../../tests/support/ledger.ts'
import { Pace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('tells the first at once, the next when its time has come, and what is told anyway no more', () => {
  const pace = new Pace(1000)
  expect(pace.admit(['a', 'b'])).toEqual(['a', 'b'])
  vi.advanceTimersByTime(400)
  expect(pace.admit(['a', 'b', 'c'])).toEqual(['c'])
  pace.settle(['b'])
  expect(pace.owes).toBe(true)
  vi.advanceTimersByTime(600)
  expect(pace.due()).toEqual(['a'])
  expect(pace.owes).toBe(false)
  vi.advanceTimersByTime(999)
  expect(pace.admit(['a'])).toEqual([])
})

it('shows where a busy thread has come to, soon after its last event and not with each of them', async () => {
  vi.useRealTimers()
  await using test = await testLedger()
  const runner = new TestRunner(test.ledger)
  await runner.hello()
  const told = new Promise<void>((resolve) => {
    test.ledger.subscribe((changes) => {
      for (const change of changes) if (change.type === 'thread' && change.thread.head === 20) resolve()
    })
  })
  for (let i = 0; i < 20; i++) await runner.send(runner.event('t1', 'e', 'append', { text: 'x' }))
  await told
  const threads = test.feed.flatMap((change) => (change.type === 'thread' ? [change.thread] : []))
  expect(threads.length).toBeLessThan(10)
  expect(threads.at(-1)?.lastActivity).toBeGreaterThan(NOON)
  expect(test.feed.findLast((change) => change.type === 'fleet')).toMatchObject({ orb: { lastActivity: NOON + 20 } })
})
