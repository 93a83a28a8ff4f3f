import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { findProgram, installationOf, placeOf } from './installation.ts'

const HOMES = ['/home/me', '/root', '/tmp']

describe('the place of a program', () => {
  test.each([
    ['a package of npm', '/usr/lib/node_modules/opencode-ai/bin/opencode', '/usr/lib/node_modules'],
    ['a package inside another', '/srv/a/node_modules/b/node_modules/c/cli.js', '/srv/a/node_modules'],
    [
      "a version manager's program",
      '/home/me/.nvm/versions/node/v22.1.0/bin/node',
      '/home/me/.nvm/versions/node/v22.1.0',
    ],
    ['a prefix of its own', '/opt/agent/bin/agent', '/opt/agent'],
    ['a folder without bin', '/opt/agent/agent', '/opt/agent'],
    ["one's own bin", '/home/me/bin/agent', '/home/me/bin'],
    ['a folder with sign-ins beside it', '/home/me/.local/bin/agent', '/home/me/.local/bin'],
    ['the same of another kind', '/home/me/.cargo/bin/agent', '/home/me/.cargo/bin'],
    ['a program that lies in a home folder', '/home/me/agent', '/home/me/agent'],
    ['a program beside all home folders', '/home/agent', '/home/agent'],
    ['a program in the root folder', '/agent', '/agent'],
    ['a bin in the root folder', '/bin/agent', '/bin'],
    ['a program among temporary files', '/tmp/agent', '/tmp/agent'],
  ])('%s', (_what, file, place) => {
    expect(placeOf(file, HOMES)).toBe(place)
  })
})

function program(path: string, text = ''): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}

test('links are followed hop by hop, and the interpreter of a script is found as env would find it', () => {
  const folder = testFolder()
  const node = program(join(folder, 'opt/node-22/bin/node'))
  const real = program(join(folder, 'lib/node_modules/agent/cli.js'), '#!/usr/bin/env -S node --no-warnings\n')
  mkdirSync(join(folder, 'links'))
  symlinkSync('../lib/node_modules/agent/cli.js', join(folder, 'links/agent'))
  mkdirSync(join(folder, 'home'))
  symlinkSync('../links/agent', join(folder, 'home/agent'))
  const path = [join(folder, 'home'), dirname(node)].join(':')
  const file = findProgram('agent', '/', path)
  expect(file).toBe(join(folder, 'home/agent'))
  const shown = installationOf({ file: file ?? '', args: [] }, '/', path, [folder, join(folder, 'home')])
  expect(new Set(shown)).toEqual(
    new Set([
      join(folder, 'home/agent'),
      join(folder, 'links'),
      join(folder, 'lib/node_modules'),
      join(folder, 'opt/node-22'),
    ]),
  )
  expect(real).toContain('node_modules')
})

test('a script that an interpreter is given is shown with the packages beside it', () => {
  const folder = testFolder()
  const node = program(join(folder, 'opt/node/bin/node'))
  program(join(folder, 'project/dist/agent.js'))
  writeFileSync(join(folder, 'project/package.json'), '{}')
  mkdirSync(join(folder, 'project/node_modules'))
  const args = ['--no-warnings', 'dist/agent.js', '--store', folder]
  expect(installationOf({ file: node, args }, join(folder, 'project'), '', [folder])).toEqual([
    join(folder, 'opt/node'),
    join(folder, 'project/dist'),
    join(folder, 'project/package.json'),
    join(folder, 'project/node_modules'),
  ])
})

test('links in a circle and programs that are not there end the search', () => {
  const folder = testFolder()
  symlinkSync('b', join(folder, 'a'))
  symlinkSync('a', join(folder, 'b'))
  expect(findProgram('a', '/', folder)).toBeNull()
  expect(findProgram('./a', folder, '')).toBeNull()
  expect(findProgram('nothing-of-this-name', '/', folder)).toBeNull()
  expect(installationOf({ file: join(folder, 'a'), args: [] }, '/', '', [folder])).toHaveLength(2)
})
