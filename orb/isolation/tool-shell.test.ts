import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { noneProvider } from '../harness/none-provider.ts'
import { namespaceProvider } from './namespace-provider.ts'
import { prepareToolShell, type ToolShell } from './tool-shell.ts'

const BWRAP = '/usr/bin/bwrap'
/** A shell whose input is a socket takes itself for a remote one, and reads a person's settings. */
const QUIET: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function toolShell(): ToolShell {
  const shell = prepareToolShell(BWRAP, ['DOOR_KEY'])
  closing.push(() => shell.close())
  return shell
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'perigee-tool-shell-test-'))
  closing.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const env = { PATH: process.env['PATH'] ?? '', DOOR_KEY: 'secret-of-the-door', KEPT: 'kept' }

test('reaches no port of the machine, sees no process of it, and passes on no secret', async () => {
  const server = createServer((_request, response) => response.end('answered'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const cwd = folder()
  const shell = toolShell()
  await shell.prove({ command: 'true', args: [], cwd, env }, noneProvider)

  const say = (words: string): string =>
    execFileSync(shell.path, ['-c', words], { cwd, env, encoding: 'utf8', stdio: QUIET }).trim()
  const knock = `exec 3<>/dev/tcp/127.0.0.1/${port} && echo in || echo out`
  expect(execFileSync('/bin/bash', ['-c', knock], { encoding: 'utf8', stdio: QUIET }).trim()).toBe('in')
  expect(say(`${knock} 2>/dev/null`)).toBe('out')
  expect(say(`test -e /proc/${process.pid}/environ && echo seen || echo unseen`)).toBe('unseen')
  expect(say('echo "$KEPT $DOOR_KEY"')).toBe('kept')
  expect(say('echo written > here; cat here')).toBe('written')
  expect(statSync(shell.path).mode & 0o777).toBe(0o755)
  shell.close()
  expect(existsSync(shell.folder)).toBe(false)
})

test('ends as its command ends, with the group that it is in, and leaves nothing behind', async () => {
  const cwd = folder()
  const { path } = toolShell()
  expect(spawnSync(path, ['-c', 'exit 7'], { cwd, env, stdio: QUIET }).status).toBe(7)
  const command = spawn(path, ['-c', 'sleep 600 & echo begun; wait'], { cwd, env, detached: true, stdio: QUIET })
  await once(command.stdout, 'data')
  process.kill(-(command.pid ?? 0), 'SIGTERM')
  // The pipe closes once nobody is left who could write: also what the command began is gone.
  await Promise.all([once(command, 'exit'), once(command.stdout, 'close')])
})

test.skipIf(process.getuid?.() !== 0)('works for an agent that is a user of its own', () => {
  const { path } = toolShell()
  const other = ['--reuid', '64999', '--regid', '64999', '--clear-groups', '--no-new-privs', '--', path]
  const words = `test -w ${path} && echo changed || echo kept; cat /proc/net/route | wc -l; id -u`
  const said = execFileSync('setpriv', [...other, '-c', words], { cwd: '/', env, encoding: 'utf8', stdio: QUIET })
  expect(said.split('\n')).toEqual(['kept', '1', '64999', ''])
})

test('works inside a namespace, where the agent can read it and not change it', async () => {
  const [workspace, home] = [folder(), folder()]
  const shell = toolShell()
  const launch = { command: '/bin/sh', args: [], cwd: workspace, env: { ...env, HOME: home } }
  const privates = { folders: [], except: [] }
  const provider = namespaceProvider({
    bwrap: BWRAP,
    launch,
    home,
    reads: [shell.folder],
    writes: [],
    privates,
    homes: [],
    nests: true,
  })
  await shell.prove(launch, provider)
  const inside = (command: string, words: string): string => {
    const { command: program, args, cwd, env: given } = provider.confine({ ...launch, command, args: ['-c', words] })
    return execFileSync(program, [...args], { cwd, env: given, encoding: 'utf8', stdio: QUIET }).trim()
  }
  expect(inside('/bin/sh', `echo x > ${shell.path} 2>/dev/null && echo changed || echo kept`)).toBe('kept')
  expect(inside(shell.path, 'cat /sys/class/net/*/ifindex 2>/dev/null; echo ran')).toContain('ran')
  expect(
    inside('/bin/sh', `sleep 30 & ${shell.path} -c "test -e /proc/$!/stat && echo seen || echo unseen"; kill $!`),
  ).toBe('unseen')
})
