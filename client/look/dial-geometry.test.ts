import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialOf, drift } from './dial-geometry.ts'
import type { OrbFace } from './states.ts'

const MINUTE = 60_000
const faces: OrbFace[] = [
  'waits',
  'working',
  'idle',
  'starting',
  'paused',
  'hibernated',
  'stopped',
  'failed',
  'unreachable',
]

describe('the body of a dial', () => {
  test('stands at the bottom now and at the top after a day', () => {
    const now = dialOf({ face: 'idle', lastActivity: 0, now: 0, size: 32 })
    const day = dialOf({ face: 'idle', lastActivity: 0, now: 24 * 60 * MINUTE, size: 32 })
    expect(now.body).toMatchObject({ x: 16 })
    expect(now.body.y).toBeGreaterThan(26)
    expect(day.body).toMatchObject({ x: 16 })
    expect(day.body.y).toBeLessThan(6)
  })

  test('drifts clockwise, so through the left', () => {
    const hour = dialOf({ face: 'idle', lastActivity: 0, now: 60 * MINUTE, size: 32 })
    expect(hour.body.x).toBeLessThan(8)
  })

  test.each([
    [1, 0.05, 0.15],
    [10, 0.25, 0.4],
    [60, 0.5, 0.62],
    [360, 0.75, 0.87],
    [1440, 1, 1],
  ])('after %i min has drifted between %f and %f', (minutes, least, most) => {
    const value = drift(0, minutes * MINUTE)
    expect(value).toBeGreaterThanOrEqual(least)
    expect(value).toBeLessThanOrEqual(most)
  })

  test('counts an activity in the future as now, and a month as a day', () => {
    expect(drift(5000, 0)).toBe(0)
    expect(drift(0, 31 * 24 * 60 * MINUTE)).toBe(1)
  })

  test('never leaves its square, in any state, at any size and age', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...faces),
        fc.constantFrom(20, 32, 96),
        fc.integer({ min: 0, max: 1e10 }),
        (face, size, now) => {
          const { body, path, strokeWidth } = dialOf({ face, size, lastActivity: 0, now })
          const reach = Math.max(body.radius * 1.1, strokeWidth / 2)
          expect(Math.hypot(body.x - size / 2, body.y - size / 2) + reach).toBeLessThanOrEqual(size / 2 + 0.02)
          expect(path).not.toContain('NaN')
        },
      ),
    )
  })
})

test('only what waits breathes, and each ring has a stroke of its own', () => {
  const drawn = faces.map((face) => ({ face, ...dialOf({ face, size: 20, lastActivity: 0, now: 0 }) }))
  expect(drawn.filter((dial) => dial.breathing).map((dial) => dial.face)).toEqual(['waits'])
  const looks = new Map(
    drawn.map((dial) => [dial.ring, `${dial.strokeWidth} ${dial.dashes} ${dial.path.split('M').length}`]),
  )
  expect(new Set(looks.values()).size).toBe(looks.size)
})
