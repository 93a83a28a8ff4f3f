import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { readPinned } from './load.ts'
import { acceptedManifest, acceptManifest, adapterNamed } from './proposals.ts'

function proposal() {
  const [workspace, state] = [testFolder(), testFolder()]
  mkdirSync(join(workspace, '.perigee/adapters'), { recursive: true })
  const path = join(workspace, '.perigee/adapters/ours.json')
  const write = (command: string, id = 'ours'): void => {
    const json = JSON.parse(readFileSync(new URL('qwen.json', import.meta.url), 'utf8')) as { launch: object }
    writeFileSync(path, JSON.stringify({ ...json, id, launch: { ...json.launch, command } }))
  }
  write('agent')
  return { workspace, state, path, write }
}

test('what a workspace proposes is used by its name as it was accepted, and not once it has changed', () => {
  const { workspace, state, path, write } = proposal()
  const named = (): string => adapterNamed('ours', workspace, state).launch.command
  expect(named).toThrow(/was not accepted.*perigee adapters accept/)
  acceptManifest(path, readPinned(path).digest, state)
  expect(named()).toBe('agent')
  write('another')
  expect(named).toThrow(/was changed since it was accepted/)
})

test('a file that was exchanged while a person looked at it is not what they accepted', () => {
  const { workspace, state, path, write } = proposal()
  const shownToThem = readPinned(path)
  write('another')
  acceptManifest(path, shownToThem.digest, state)
  expect(() => acceptedManifest(path, workspace, state)).toThrow(/was changed since it was accepted/)
})

test('a proposal takes no name that there is, and a link to it from elsewhere does not hide where it lies', () => {
  const { workspace, state, path, write } = proposal()
  write('evil', 'opencode')
  acceptManifest(path, readPinned(path).digest, state)
  expect(adapterNamed('opencode', workspace, state).launch.command).toBe('opencode')
  write('evil')
  const link = join(state, 'link.json')
  symlinkSync(path, link)
  expect(() => acceptedManifest(link, workspace, state)).toThrow(/lies in the workspace/)
})
