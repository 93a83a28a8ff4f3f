import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { processIdentity } from '../harness/process-identity.ts'
import type { HarnessProcess, Launch, Provider } from '../harness/provider.ts'
import { testFolder } from '../testing/folder.ts'
import { accountOf } from './account.ts'
import { lookAtMachine } from './machine.ts'
import { namespaceProvider } from './namespace-provider.ts'
import { uidProvider } from './uid-provider.ts'

/** No user of a machine has this number. */
const UID = 64_999

const machine = lookAtMachine(String(UID))
const { namespace, uid } = machine
if (!namespace.can && namespace.why.includes('not installed')) throw new Error(`${namespace.why} ${namespace.help}`)

/** Leaves a child in a session of its own, which no group reaches. */
const WITH_STRAY =
  "const c=require('child_process').spawn('sleep',['600'],{stdio:'ignore',detached:true});c.unref();console.log(c.pid);"

interface Place {
  readonly provider: Provider
  readonly launch: Launch
  readonly folder: string
  readonly workspace: string
  readonly home: string
}

function launchOf(workspace: string, home: string, script: string): Launch {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C' }
  return { command: process.execPath, args: ['-e', script], cwd: workspace, env }
}

function inNamespace(script: string, more: { reads?: string[]; writes?: string[] } = {}): Place {
  const folder = testFolder()
  const [workspace, home] = [join(folder, 'work'), join(folder, 'home')]
  mkdirSync(workspace)
  const launch = launchOf(workspace, home, script)
  const { reads = [], writes = [] } = more
  const privates = { folders: [join(folder, 'state')], except: [] }
  const bwrap = namespace.can ? namespace.value : ''
  return {
    provider: namespaceProvider({ bwrap, launch, home, reads, writes, privates, homes: ['/root'] }),
    launch,
    folder,
    workspace,
    home,
  }
}

function asUser(script: string): Place {
  const folder = testFolder()
  chmodSync(folder, 0o755)
  const [workspace, home, state] = [join(folder, 'work'), join(folder, 'home'), join(folder, 'state')]
  mkdirSync(state, { mode: 0o700 })
  mkdirSync(workspace)
  chownSync(workspace, UID, UID)
  const launch = launchOf(workspace, home, script)
  const account = { name: String(UID), uid: UID, gid: UID }
  const privates = { folders: [state], except: [] }
  return { provider: uidProvider({ account, launch, home, privates, keys: [state] }), launch, folder, workspace, home }
}

async function start({ provider, launch }: Place): Promise<HarnessProcess> {
  const started = await provider.start(launch)
  onTestFinished(() => started.kill())
  return started
}

async function said(place: Place): Promise<Record<string, unknown>> {
  const started = await start(place)
  const out = await text(started.stdout)
  await started.exited
  if (out === '') throw new Error(started.stderrTail())
  return JSON.parse(out) as Record<string, unknown>
}

async function firstLine(started: HarnessProcess): Promise<string> {
  const [line] = (await once(createInterface(started.stdout), 'line')) as [string]
  return line
}

const FACTS = `const fs=require('fs');const status=fs.readFileSync('/proc/self/status','utf8');
const field=(name)=>new RegExp('^'+name+':\\\\s*(.*)$','m').exec(status)[1];
const can=(f)=>{try{return f(),true}catch{return false}};
console.log(JSON.stringify({uid:process.getuid(),groups:process.getgroups(),cwd:process.cwd(),home:process.env.HOME,
tmp:can(()=>fs.writeFileSync(require('os').tmpdir()+'/t','')),work:can(()=>fs.writeFileSync('made.txt','made')),
homeIs:can(()=>fs.writeFileSync(process.env.HOME+'/made.txt','')),
caps:['CapInh','CapPrm','CapEff','CapAmb'].map(field),bounding:field('CapBnd'),privileges:field('NoNewPrivs'),
processes:fs.readdirSync('/proc').filter((n)=>/^[0-9]+$/.test(n)).length,
shadow:can(()=>fs.readFileSync('/etc/shadow')),kernel:can(()=>fs.writeFileSync('/proc/sys/kernel/printk_ratelimit','5')),
userns:require('child_process').spawnSync('unshare',['-Ur','true']).status===0,
env:Object.keys(process.env).filter((n)=>/^PERIGEE|KEY|TOKEN/.test(n))}))`
const NO_CAPABILITIES = Array(4).fill('0'.repeat(16))

describe.skipIf(!namespace.can)('in a namespace', () => {
  test('an agent has its workspace and its home, no capability, no way to get one, and no other process', async () => {
    const place = inNamespace(FACTS)
    expect(place.provider).toMatchObject({ isolation: 'namespace', account: accountOf(process.getuid?.() ?? 0) })
    const facts = await said(place)
    expect(facts).toMatchObject({ cwd: place.workspace, home: place.home, work: true, homeIs: true, tmp: true })
    expect(facts).toMatchObject({ shadow: false, kernel: false, userns: false, privileges: '1', env: [] })
    expect(facts).toMatchObject({ caps: NO_CAPABILITIES, bounding: '0'.repeat(16) })
    expect(facts['processes']).toBeLessThanOrEqual(4)
    expect(readFileSync(join(place.workspace, 'made.txt'), 'utf8')).toBe('made')
    expect(statSync(place.home).mode & 0o777).toBe(0o700)
    expect(existsSync('/tmp/t')).toBe(false)
  })

  test('it sees more where it is told to, and may change only what it is told to', async () => {
    const other = testFolder()
    for (const name of ['read', 'write']) mkdirSync(join(other, name))
    writeFileSync(join(other, 'read/a.txt'), 'a')
    const [readable, writable] = [join(other, 'read'), join(other, 'write')]
    const script = `const fs=require('fs');const can=(f)=>{try{return f(),true}catch{return false}};
      console.log(JSON.stringify({read:can(()=>fs.readFileSync('${readable}/a.txt')),change:can(()=>fs.writeFileSync('${readable}/b','')),
      write:can(()=>fs.writeFileSync('${writable}/b','')),beside:fs.readdirSync('${other}')}))`
    const seen = await said(inNamespace(script, { reads: [readable], writes: [writable] }))
    expect(seen).toEqual({ read: true, change: false, write: true, beside: ['read', 'write'] })
  })

  test.each([
    ['reads' as const, 'What --read names'],
    ['writes' as const, 'What --write names'],
  ])('keys are not shown by mistake: %s', (kind, what) => {
    const folder = testFolder()
    mkdirSync(join(folder, 'state'))
    const privates = { folders: [join(folder, 'state')], except: [] }
    const launch = launchOf(testFolder(), join(folder, 'home'), '')
    const options = { bwrap: '/usr/bin/bwrap', launch, home: join(folder, 'home'), homes: [], privates }
    const more = { reads: [], writes: [], [kind]: [folder] }
    expect(() => namespaceProvider({ ...options, ...more })).toThrow(`${what} is ${folder}, which contains`)
  })

  test('what it leaves in a session of its own ends with it', async () => {
    const started = await start(inNamespace(`${WITH_STRAY}process.stdin.resume()`))
    await firstLine(started)
    const strays = insideOf(started.pid)
    expect(strays.length).toBeGreaterThanOrEqual(3)
    await started.kill()
    expect(strays.map(processIdentity)).toEqual(strays.map(() => null))
  })

  test('it is asked to end before it is ended', async () => {
    const script =
      "process.on('SIGTERM',()=>{require('fs').writeFileSync('asked','');process.exit(5)});setInterval(()=>{},1000);console.log('up')"
    const place = inNamespace(script)
    const started = await start(place)
    await firstLine(started)
    await started.stop()
    expect(await started.exited).toEqual({ code: 5, signal: null })
    expect(existsSync(join(place.workspace, 'asked'))).toBe(true)
  }, 15_000)

  test('a program that is not there is told in a sentence', () => {
    const folder = testFolder()
    const launch = { ...launchOf(folder, join(folder, 'home'), ''), command: 'no-such-program-anywhere' }
    const rest = { home: join(folder, 'home'), reads: [], writes: [], homes: [], privates: { folders: [], except: [] } }
    expect(() => namespaceProvider({ bwrap: '/usr/bin/bwrap', launch, ...rest })).toThrow(
      /^The agent could not be started: there is no program "no-such-program-anywhere"/,
    )
  })
})

describe.skipIf(!uid.can)('as another user', () => {
  test('an agent is that user alone, with a home of its own', async () => {
    const place = asUser(FACTS)
    expect(place.provider).toMatchObject({ isolation: 'uid', account: accountOf(UID) })
    const facts = await said(place)
    expect(facts).toMatchObject({ uid: UID, groups: [UID], cwd: place.workspace, home: place.home })
    expect(facts).toMatchObject({ work: true, homeIs: true, tmp: true, shadow: false, kernel: false, env: [] })
    expect(facts).toMatchObject({ caps: NO_CAPABILITIES, privileges: '1' })
    expect(statSync(join(place.workspace, 'made.txt')).uid).toBe(UID)
    expect(statSync(place.home)).toMatchObject({ uid: UID })
    expect(statSync(place.home).mode & 0o777).toBe(0o700)
  })

  test('a workspace that is not its own is not taken from its owner: it is told what to do', () => {
    const folder = testFolder()
    chmodSync(folder, 0o755)
    const launch = launchOf(folder, join(folder, 'home'), '')
    const account = { name: String(UID), uid: UID, gid: UID }
    const rest = { home: join(folder, 'home'), privates: { folders: [], except: [] }, keys: [] }
    expect(() => uidProvider({ account, launch, ...rest })).toThrow(`chown -R ${UID} ${folder}`)
    expect(statSync(folder).uid).toBe(0)
  })

  test('a folder with keys that it may enter is told, and nothing starts', () => {
    const folder = testFolder()
    chmodSync(folder, 0o755)
    const launch = launchOf(folder, join(folder, 'home'), '')
    const account = { name: String(UID), uid: UID, gid: UID }
    const rest = { home: join(folder, 'home'), privates: { folders: [], except: [] }, keys: [folder] }
    expect(() => uidProvider({ account, launch, ...rest })).toThrow(`chmod 700 ${folder}`)
  })

  test('a link that it left in its home gives it nothing of root when it is started again', () => {
    const place = asUser('')
    const target = testFolder()
    chmodSync(target, 0o755)
    const again = testFolder()
    chmodSync(again, 0o755)
    mkdirSync(join(again, 'home'))
    symlinkSync(target, join(again, 'home/tmp'))
    chownSync(join(again, 'home'), UID, UID)
    const account = { name: String(UID), uid: UID, gid: UID }
    const rest = { home: join(again, 'home'), privates: { folders: [], except: [] }, keys: [] }
    uidProvider({ account, launch: { ...place.launch, cwd: place.workspace }, ...rest })
    expect(statSync(target)).toMatchObject({ uid: 0, mode: 0o40755 })
  })

  test('nobody is kept apart from itself', () => {
    const folder = testFolder()
    const launch = launchOf(folder, join(folder, 'home'), '')
    const account = { name: 'root', uid: 0, gid: 0 }
    const rest = { home: join(folder, 'home'), privates: { folders: [], except: [] }, keys: [] }
    expect(() => uidProvider({ account, launch, ...rest })).toThrow(/root is not kept apart/)
  })
})

/** Everything that a process has started, with all that that has started, and so on. */
function insideOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').flatMap((child) => [Number(child), ...insideOf(Number(child))])
}
