import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { refusePrivate } from './private-folders.ts'

test('what contains the keys, what lies among them and a link to either are refused; the rest is not', () => {
  const folder = testFolder()
  const state = join(folder, 'state')
  for (const part of ['orbs/web/home', 'relay', 'device']) mkdirSync(join(state, part), { recursive: true })
  mkdirSync(join(folder, 'work'))
  symlinkSync(join(state, 'relay'), join(folder, 'work/innocent'))
  const privates = { folders: [state, '/nowhere/at/all'], except: [join(state, 'orbs/web/home')] }
  const refuse = (path: string) => () => refusePrivate(path, 'What --read names', privates)
  expect(refuse('/')).toThrow(/contains/)
  expect(refuse(folder)).toThrow(/^What --read names is .*, which contains .*--isolation none/)
  expect(refuse(state)).toThrow(/contains/)
  expect(refuse(join(state, 'orbs'))).toThrow(/lies in/)
  expect(refuse(join(state, 'orbs/web/home-of-another'))).toThrow(/lies in/)
  expect(refuse(join(state, 'not-there-yet'))).toThrow(/lies in/)
  expect(refuse(join(folder, 'work/innocent'))).toThrow(/lies in/)
  expect(refuse(join(folder, 'work'))).not.toThrow()
  expect(refuse(join(folder, 'state-of-another'))).not.toThrow()
  expect(refuse(join(state, 'orbs/web/home/of-the-agent'))).not.toThrow()
})
