import { describe, expect, it } from 'vitest'
import { type FlagsResult, readFlags } from './flags.ts'

const flagsOf = (result: FlagsResult) => {
  if (result.tag !== 'flags') throw new Error(result.message)
  return result.flags
}

describe('the store', () => {
  it.each([
    [['--store', '/a'], { PERIGEE_AGENT_STORE: '/b' }, '/a'],
    [[], { PERIGEE_AGENT_STORE: '/b' }, '/b'],
    [[], { PERIGEE_AGENT_STORE: '' }, '/work/site.agent'],
    [[], {}, '/work/site.agent'],
  ])('%j with %j is %s', (args, environment, store) => {
    expect(flagsOf(readFlags(args, environment, '/work/site')).store).toBe(store)
  })
})

describe('faults', () => {
  it('may be several, each with an argument', () => {
    const { faults } = flagsOf(readFlags(['--fault', 'noise', '--fault', 'slow-start=20'], {}, '/w'))
    expect(faults.entries()).toEqual([
      ['noise', ''],
      ['slow-start', '20'],
    ])
  })

  it('holds for the whole process or for one turn, by its scope', () => {
    const { faults } = flagsOf(readFlags([], {}, '/w'))
    const turn = faults.forTurn()
    turn.add('call-never-closed', '')
    turn.add('ignore-sigterm', '')
    expect([faults.has('call-never-closed'), turn.has('call-never-closed')]).toEqual([false, true])
    expect(faults.has('ignore-sigterm')).toBe(true)
  })
})

describe('what is wrong', () => {
  it.each([
    [['--fault', 'nonsense'], 'There is no fault "nonsense". --help lists them all.'],
    [['--nonsense'], /Unknown option '--nonsense'/],
  ])('is said in a sentence: %j', (args, message) => {
    const result = readFlags(args, {}, '/w')
    expect(result.tag).toBe('wrong')
    expect(result).toHaveProperty('message', expect.stringMatching(message))
  })
})
