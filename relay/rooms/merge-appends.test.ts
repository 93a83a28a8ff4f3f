import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntryStep } from '../../shared/rooms/content.ts'
import { foldSteps } from '../../shared/transcripts/fold.ts'
import { mergeAppends } from './merge-appends.ts'

test('folding the merged step gives what folding the two gives, after anything', () => {
  const body = fc.oneof(
    fc.record({ text: fc.string() }),
    fc.record({ text: fc.string(), title: fc.string() }),
    fc.record({ appendText: fc.record({ index: fc.nat(2), text: fc.string() }) }),
    fc.anything(),
  )
  const step: fc.Arbitrary<EntryStep> = fc.record({ op: fc.constantFrom('append', 'append', 'patch', 'close'), body })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), step, step, (before, first, second) => {
      const merged = mergeAppends(first, second)
      if (merged !== null) expect(foldSteps([...before, merged])).toEqual(foldSteps([...before, first, second]))
    }),
  )
  expect(mergeAppends({ op: 'append', body: { text: 'a' } }, { op: 'append', body: { text: 'b' } })).not.toBe(null)
})
