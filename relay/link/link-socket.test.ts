import { expect, test } from 'vitest'
import { closeReason } from './link-socket.ts'

test('the words of a close fit its frame, whatever they are', () => {
  expect(closeReason('Short.')).toBe('Short.')
  for (const letter of ['a', 'é', '轨', '🛰']) {
    for (let pad = 0; pad < 4; pad += 1) {
      const reason = closeReason('x'.repeat(pad) + letter.repeat(200))
      expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
      expect(reason).not.toContain('\uFFFD')
      expect(reason.endsWith(letter + '…')).toBe(true)
    }
  }
})
