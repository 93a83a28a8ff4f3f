import { describe, expect, it } from 'vitest'
import { StreamEvent } from '../link/events.ts'
import { LIMITS } from '../limits.ts'
import { isDeeperThan } from './depth.ts'

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('how deep a value is', () => {
  it.each([
    [1, 0, false],
    ['text', 0, false],
    [null, 0, false],
    [{}, 0, true],
    [{ a: 1 }, 1, false],
    [{ a: [] }, 1, true],
    [[1, { b: { c: 2 } }], 3, false],
    [[1, { b: { c: 2 } }], 2, true],
  ])('of %j, over %i levels: %s', (value, levels, deeper) => {
    expect(isDeeperThan(value, levels)).toBe(deeper)
  })

  it('can be asked of what would overflow a stack', () => {
    expect(isDeeperThan(nested(200_000), LIMITS.jsonDepth)).toBe(true)
  })

  it('bounds an event, also in fields that nobody knows', () => {
    const event = {
      type: 'entry',
      seq: 1,
      at: 1,
      threadId: 't',
      runId: null,
      entryId: 'e',
      op: 'close',
      kind: 'k',
      bytes: 1,
    }
    expect(StreamEvent.safeParse({ ...event, body: nested(50) }).success).toBe(true)
    expect(StreamEvent.safeParse({ ...event, body: nested(5000) }).success).toBe(false)
    expect(StreamEvent.safeParse({ ...event, body: 1, later: nested(5000) }).success).toBe(false)
    const report = { type: 'report', seq: 1, at: 1, report: { name: 'x', more: nested(5000) } }
    expect(StreamEvent.safeParse(report).success).toBe(false)
  })
})
