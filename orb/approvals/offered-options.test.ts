import { describe, expect, test } from 'vitest'
import { offeredOptions } from './permission.ts'

/** As a bridge offers them that calls everything an allowance, a refusal included. */
const ALL_ALLOW = [
  { optionId: 'choice-0', name: 'Allow', kind: 'allow_once' },
  { optionId: 'choice-1', name: 'Reject', kind: 'allow_once' },
  { optionId: 'choice-2', name: 'Whatever', kind: 'allow_once' },
]
const NONE = { allowOnce: [], allowAlways: [], rejectOnce: [], rejectAlways: [] }

describe('what an option means', () => {
  test('is what the map says by name; one that stands nowhere is never implied', () => {
    const map = { ...NONE, allowOnce: ['Allow'], rejectOnce: ['Reject'] }
    const offered = offeredOptions(ALL_ALLOW, { by: 'name', map })
    expect(offered.map(({ shown, implied }) => [shown.name, shown.kind, implied])).toEqual([
      ['Allow', 'allow_once', true],
      ['Reject', 'reject_once', true],
      ['Whatever', 'allow_once', false],
    ])
  })

  test('is what the map says by id, against what the harness claims', () => {
    const offered = offeredOptions(ALL_ALLOW, { by: 'id', map: { ...NONE, rejectAlways: ['choice-0'] } })
    expect(offered.map(({ shown, implied }) => [shown.kind, implied])).toEqual([
      ['reject_always', true],
      ['allow_once', false],
      ['allow_once', false],
    ])
    const last = offeredOptions(ALL_ALLOW, { by: 'id', map: { ...NONE, allowOnce: ['choice-2'] } })
    expect(last.map(({ shown }) => shown.optionId)).toEqual(['choice-2', 'choice-0', 'choice-1'])
  })
})
