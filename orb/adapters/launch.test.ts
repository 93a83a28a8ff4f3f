import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noneProvider } from '../harness/none-provider.ts'
import { testFolder } from '../testing/folder.ts'
import { fitsRange } from './installed.ts'
import { findAdapter } from './load.ts'
import { modelGoesWithKey, prepareLaunch, secretVariables, writeFiles, type LaunchGiven } from './launch.ts'

function given(adapter: string, change: Partial<LaunchGiven> = {}): LaunchGiven {
  return {
    manifest: findAdapter(adapter, '/nowhere').manifest,
    workspace: '/work',
    home: { path: join(homedir(), 'agent'), own: true },
    env: { PATH: '/usr/bin:/bin', OPENCODE_PERMISSION: '{"*":"allow"}', SHELL: '/bin/bash' },
    model: null,
    modelName: null,
    shell: null,
    ...change,
  }
}

const MODEL = { model: { url: 'http://127.0.0.1:5/v1', key: 'good-here-alone' }, modelName: 'm-1' }

test('without a key for its model nothing of a proxy is said, and it asks all the same', () => {
  const { env } = prepareLaunch(given('opencode')).launch
  const config = JSON.parse(env['OPENCODE_CONFIG_CONTENT'] ?? '') as object
  expect(config).toEqual({
    permission: { edit: 'ask', bash: 'ask', webfetch: 'ask', external_directory: 'ask' },
  })
  expect(env).not.toHaveProperty('OPENCODE_PERMISSION')
  expect(env['SHELL']).toBe('/bin/bash')
  expect(prepareLaunch(given('codex')).files[0]?.text).toBe(
    'approval_policy = "on-request"\nsandbox_mode = "read-only"\n',
  )
})

test('with one the proxy is named, and each start has a secret of its own', () => {
  const [first, second] = [prepareLaunch(given('opencode', MODEL)), prepareLaunch(given('opencode', MODEL))]
  expect(first.launch.env['OPENCODE_CONFIG_CONTENT']).toContain('"baseURL":"http://127.0.0.1:5/v1"')
  expect(first.launch.env['OPENCODE_SERVER_PASSWORD']).not.toBe(second.launch.env['OPENCODE_SERVER_PASSWORD'])
  expect(secretVariables(given('opencode').manifest)).toEqual(['OPENCODE_SERVER_PASSWORD', 'OPENCODE_CONFIG_CONTENT'])
  expect(prepareLaunch(given('codex', MODEL)).files[0]?.text).toContain('base_url = "http://127.0.0.1:5/v1"')
})

test('a model that is reached by a key of ours is named together with it, where the harness wants both', () => {
  const together = ['claude', 'codex', 'gemini', 'opencode', 'pi', 'qwen'].filter((adapter) =>
    modelGoesWithKey(given(adapter).manifest),
  )
  expect(together).toEqual(['opencode', 'pi'])
})

test('a home that the harness cannot work in is refused before a start', () => {
  const inTemp = testFolder()
  expect(() => prepareLaunch(given('codex', { home: { path: inTemp, own: true } }))).toThrow(
    `Codex cannot work with a home below ${tmpdir()}`,
  )
})

test("the platform's own program is started in place of a script that would only start it", () => {
  const folder = testFolder()
  const packages = join(folder, 'node_modules')
  const native = join(packages, `opencode-${process.platform}-${process.arch}-baseline/bin/opencode`)
  for (const file of [join(packages, 'opencode-ai/bin/opencode'), native]) {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '#!/bin/sh\n')
    chmodSync(file, 0o755)
  }
  mkdirSync(join(packages, '.bin'))
  symlinkSync('../opencode-ai/bin/opencode', join(packages, '.bin/opencode'))
  const env = { PATH: join(packages, '.bin') }
  expect(prepareLaunch(given('opencode', { env, workspace: folder })).launch.command).toBe(native)
})

test("files are the agent's alone, and written whole over what was there", async () => {
  const home = testFolder()
  const { launch } = prepareLaunch(given('gemini', { workspace: home }))
  const path = join(home, '.gemini/settings.json')
  await writeFiles([{ path, text: 'long and old' }], launch, noneProvider)
  await writeFiles([{ path, text: 'new' }], launch, noneProvider)
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(home, '.gemini')).mode & 0o777).toBe(0o700)
})

test.each([
  ['22.19.0', '>=22.19', true],
  ['24.1.0', '>=22.19', true],
  ['22.9.1', '>=22.19', false],
  ['20.20.2', '>=22', false],
  ['22.0.0', '>=22 <23', false],
])('Node.js %s for %s: %s', (version, range, fits) => {
  expect(fitsRange(version, range)).toBe(fits)
})
