import { describe, expect, test } from 'vitest'
import { chooseIsolation, type Wish } from './choice.ts'
import type { Machine } from './machine.ts'

const account = { name: 'agent', uid: 990, gid: 990 }
const bwrap = { can: true, value: '/usr/bin/bwrap' } as const
const user = { can: true, value: account } as const
const noBwrap = { can: false, why: 'bubblewrap is not installed.', help: 'Install it.' } as const
const noUser = { can: false, why: 'Only root can do that.', help: 'Run it as root.' } as const

function choose(wish: Wish, machine: Machine) {
  return chooseIsolation(wish, () => machine)
}

describe('best', () => {
  test('is the namespace, then the user, then none, each with its reason', () => {
    expect(choose('best', { namespace: bwrap, uid: user })).toMatchObject({ isolation: 'namespace' })
    expect(choose('best', { namespace: noBwrap, uid: user })).toEqual({
      isolation: 'uid',
      account,
      reason: 'bubblewrap is not installed. A user of its own is the next best.',
    })
    expect(choose('best', { namespace: noBwrap, uid: noUser })).toEqual({
      isolation: 'none',
      reason: 'bubblewrap is not installed. Install it.',
    })
  })
})

describe('what was named', () => {
  test('is taken where it works', () => {
    expect(choose('uid', { namespace: bwrap, uid: user })).toMatchObject({ isolation: 'uid' })
    expect(choose('namespace', { namespace: bwrap, uid: user })).toMatchObject({ isolation: 'namespace' })
  })

  test('is never replaced by less', () => {
    expect(() => choose('namespace', { namespace: noBwrap, uid: user })).toThrow(/bubblewrap is not installed. Install/)
    expect(() => choose('uid', { namespace: bwrap, uid: noUser })).toThrow(/Only root can do that. Run it as root./)
  })

  test('none looks at nothing', () => {
    const look = () => {
      throw new Error('looked')
    }
    expect(chooseIsolation('none', look).isolation).toBe('none')
  })
})
