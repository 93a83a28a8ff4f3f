import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { commandLineOf, perigee, stateFolder } from '../support/command-line.ts'
import { manifestOf } from '../support/harness-manifest.ts'
import { startRelayProcess } from '../support/relay-process.ts'
import { startRunnerProcess } from '../support/runner-process.ts'

const SCRIPTED_AGENT = fileURLToPath(new URL('../../dist/node/scripted-agent.js', import.meta.url))

/** A folder for a PATH on which there is a Node.js, and no agent that is not put there. */
function programs() {
  const folder = stateFolder()
  symlinkSync(process.execPath, join(folder, 'node'))
  return {
    env: { PATH: `${folder}:/usr/bin:/bin` },
    put: (name: string, script: string) => writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 }),
  }
}

/** Writes the manifest of the scripted agent as one of an adapter `ours`, with changes. */
function writeManifest(path: string, change: object = {}): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ ...manifestOf('scripted'), id: 'ours', title: 'Our agent', ...change }))
}

test('the list says of each adapter whether its agent is here, in which version, and whether it asks', () => {
  const { env, put } = programs()
  put('opencode', 'echo opencode 99.1.2')
  put('gemini', `echo ${manifestOf('gemini').versions?.to ?? ''}.3`)
  const state = stateFolder()
  const listed = (words: readonly string[]) => perigee(['adapters', 'list', '--state', state, ...words], '', env)

  const { status, lines } = listed(['--json'])
  expect(status).toBe(0)
  const of = (id: string) => lines.find((line) => line['id'] === id)
  expect(of('opencode')).toMatchObject({ installed: { version: '99.1.2', tested: false } })
  expect(of('gemini')).toMatchObject({ installed: { tested: true }, asks: 'by-mode' })
  expect(of('claude')).toMatchObject({ installed: { path: null, version: null } })
  const { stdout } = listed([])
  expect(stdout).toMatch(/version 99\.1\.2, which is outside the versions that were tested$/m)
  expect(stdout).toContain(`Not installed: ${manifestOf('claude').install}`)
})

test('a check starts what it finds, and says whether it will ask', () => {
  const { env, put } = programs()
  put('our-agent', `[ "$1" = --version ] && echo our-agent 9.9.9 || exec node "${SCRIPTED_AGENT}" "$@"`)
  const state = stateFolder()
  const path = join(state, 'adapters/ours.json')
  const launch = { ...manifestOf('scripted').launch, command: 'our-agent', args: [] as string[] }
  const versions = { from: '1.0', to: '1.2', probe: ['--version'] }
  const checked = (name: string) => perigee(['adapters', 'check', name, '--state', state], '', env)

  writeManifest(path, { launch, versions })
  const asks = checked('ours')
  expect(asks.status).toBe(0)
  expect(asks.stdout).toMatch(
    /^no {2}Installed: .*our-agent, version 9\.9\.9, which is outside the versions that were tested$/m,
  )
  expect(asks.stdout).toMatch(/^ok {2}It opened a session after [\d.]+ s\.$/m)
  expect(asks.stdout).toMatch(/^ok {2}It asks\. It is in mode /m)

  writeManifest(path, { launch: { ...launch, args: ['--fault', 'auto-mode-by-default'] }, afterSession: [] })
  const acts = checked('ours')
  expect(acts.status).toBe(1)
  expect(acts.stdout).toMatch(/^no {2}Not sure that it asks\. /m)

  const missing = checked('claude')
  expect(missing.status).toBe(1)
  expect(missing.stdout).toBe(
    `ok  Commands that it runs see its environment.\nno  There is no program "claude-agent-acp" here. ${manifestOf('claude').install}\n`,
  )
})

test('a manifest of a workspace is used once it was accepted, and no more when one byte of it changes', async () => {
  const relay = await startRelayProcess()
  onTestFinished(() => relay.dispose())
  const { home } = await commandLineOf(relay)
  const [state, workspace] = [stateFolder(), stateFolder()]
  const path = join(workspace, '.perigee/adapters/ours.json')
  writeManifest(path)
  const use = (how: readonly string[]) => {
    const flags = ['--state', state, '--workspace', workspace, '--relay', relay.url]
    return perigee(['orb', ...how, ...flags, '--isolation', 'none'])
  }
  const standing = () =>
    perigee(['adapters', 'list', '--workspace', workspace, '--state', state, '--json']).lines.at(-1)
  const accept = (input: string) => perigee(['adapters', 'accept', path, '--state', state], input)

  for (const how of [
    ['--adapter', 'ours'],
    ['--manifest', path],
  ]) {
    expect(use(how)).toMatchObject({ status: 1, stderr: expect.stringContaining('was not accepted') as unknown })
  }
  expect(standing()).toMatchObject({ proposal: path, standing: 'none' })
  expect(accept('n\n')).toMatchObject({ status: 1 })
  const accepted = accept('y\n')
  expect(accepted.status).toBe(0)
  expect(accepted.stdout).toContain('scripted-agent.js')
  expect(standing()).toMatchObject({ standing: 'accepted' })

  const agent = { command: [], flags: ['--adapter', 'ours'], env: {} }
  const place = { relayUrl: relay.url, enrolledBy: relay, state, name: 'proposed', workspace, agent }
  const runner = await startRunnerProcess(place)
  onTestFinished(() => runner.kill())
  const orbs = () => perigee(['orbs', '--state', home, '--json']).lines
  await expect.poll(() => orbs().map((orb) => orb['title']), { timeout: 15_000 }).toEqual(['proposed'])
  await runner.stop()

  appendFileSync(path, '\n')
  expect(standing()).toMatchObject({ standing: 'changed' })
  expect(use(['--adapter', 'ours'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('was changed since it was accepted') as unknown,
  })
})
