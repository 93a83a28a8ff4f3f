import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openOrbStore } from '../spool/orb-store.ts'
import { testFolder } from '../testing/folder.ts'
import { harnessEnvironment } from './environment.ts'
import { noneProvider } from './none-provider.ts'
import { ProcessBook } from './orphans.ts'
import { processIdentity } from './process-identity.ts'
import type { HarnessProcess } from './provider.ts'

/** A program that leaves a child in its group, says its number, and then does as the rest says. */
const WITH_CHILD =
  "const c=require('child_process').spawn('sleep',['600'],{stdio:'ignore'});c.unref();console.log(c.pid);"

async function start(script: string): Promise<HarnessProcess> {
  const env = harnessEnvironment(process.env, [], null)
  const started = await noneProvider.start({ command: process.execPath, args: ['-e', script], cwd: testFolder(), env })
  onTestFinished(() => started.kill())
  return started
}

async function firstLine(started: HarnessProcess): Promise<string> {
  const [line] = (await once(createInterface(started.stdout), 'line')) as [string]
  return line
}

describe('a process', () => {
  test('that ends takes along what it left in its group', async () => {
    const started = await start(`${WITH_CHILD}setTimeout(()=>process.exit(3),50)`)
    const child = await firstLine(started)
    expect(await started.exited).toEqual({ code: 3, signal: null })
    expect(processIdentity(Number(child))).toBeNull()
  })

  test('that ends with its input is not signalled', async () => {
    const started = await start("process.stdin.resume().on('end',()=>process.exit(7));console.log('up')")
    await firstLine(started)
    await started.stop()
    expect(await started.exited).toEqual({ code: 7, signal: null })
  })

  test('that ignores everything is killed, with its group', async () => {
    const started = await start(`process.on('SIGTERM',()=>{});setInterval(()=>{},1000);${WITH_CHILD}`)
    const child = await firstLine(started)
    await started.stop()
    expect(await started.exited).toEqual({ code: null, signal: 'SIGKILL' })
    expect(processIdentity(Number(child))).toBeNull()
  }, 15_000)

  test('tells its last words', async () => {
    const started = await start("console.error('no model configured');process.exit(1)")
    await started.exited
    expect(started.stderrTail()).toBe('no model configured')
  })

  test('a write to one that is gone is refused', async () => {
    const started = await start('process.exit(0)')
    await started.exited
    await expect(started.write('hello\n')).rejects.toThrow()
  })

  test.each(['no-such-program-anywhere', '/'])(
    '"%s" cannot be started, and the reason is a sentence',
    async (command) => {
      const launch = { command, args: [], cwd: testFolder(), env: {} }
      await expect(noneProvider.start(launch)).rejects.toThrow(/^The agent could not be started: .*\.$/)
    },
  )
})

test('what a killed runner left behind is ended by the next one', async () => {
  const folder = testFolder()
  const started = await start(`setInterval(()=>{},1000);${WITH_CHILD}`)
  const child = await firstLine(started)
  const before = await openOrbStore(folder)
  new ProcessBook(before.db, before.journal).add(started.pid)
  before.close()
  const store = await openOrbStore(folder)
  onTestFinished(() => store.close())
  expect(await new ProcessBook(store.db, store.journal).endOrphans()).toBe(1)
  expect((await started.exited).signal).toBe('SIGKILL')
  expect(processIdentity(Number(child))).toBeNull()
})

test('a process that only has the number of ours is left alone', async () => {
  const folder = testFolder()
  const started = await start("setInterval(()=>{},1000);console.log('up')")
  await firstLine(started)
  const store = await openOrbStore(folder)
  onTestFinished(() => store.close())
  store.db.prepare('INSERT INTO processes (pid, identity) VALUES (?, ?)').run(started.pid, 'another-boot:1')
  expect(await new ProcessBook(store.db, store.journal).endOrphans()).toBe(0)
  expect(processIdentity(started.pid)).not.toBeNull()
})

test('the environment of a harness holds no secret that was not named', () => {
  const ours = { PATH: '/bin', HOME: '/me', API_KEY: 'secret', TOKEN: 'other', XDG_CONFIG_HOME: '/me/.c', LC_ALL: 'C' }
  expect(harnessEnvironment(ours, [], null)).toEqual({
    PATH: '/bin',
    HOME: '/me',
    XDG_CONFIG_HOME: '/me/.c',
    LC_ALL: 'C',
  })
  expect(harnessEnvironment(ours, ['TOKEN'], '/own')).toEqual({
    PATH: '/bin',
    HOME: '/own',
    LC_ALL: 'C',
    TOKEN: 'other',
  })
})
