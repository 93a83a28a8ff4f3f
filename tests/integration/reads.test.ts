import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { FolderList, READ_LIMITS, SessionPage, WorkspaceDiff } from '../../shared/reads/reads.ts'
import type { Answer } from '../support/http.ts'
import { makeOrb, openLink, type OrbClient } from '../support/orb-client.ts'
import type { SignedIn } from '../support/relay-process.ts'
import { startRunningOrb, type RunningOrb } from '../support/running-orb.ts'

let orb: RunningOrb
let owner: SignedIn

beforeAll(async () => {
  orb = await startRunningOrb()
  owner = await orb.relay.owner()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: orb.workspace })
  git('init', '--quiet', '--initial-branch', 'trunk')
  writeFileSync(join(orb.workspace, 'a.txt'), 'one\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
})

afterAll(async () => {
  await orb.dispose()
})

const pathOf = (what: string, orbId = orb.orbId): string => `/api/orbs/${orbId}/${what}`
const read = (what: string, who = owner): Promise<Answer> => orb.relay.askAs(who, 'GET', pathOf(what))

test('files, folders, sessions, changes and an archive, from a runner that is there', async () => {
  const name = 'odd "näme"\r\nX: y'
  writeFileSync(join(orb.workspace, name), '<script>alert(1)</script>')
  symlinkSync(orb.relay.state, join(orb.workspace, 'out'))
  const file = await read(`workspace/file?path=${encodeURIComponent(name)}&download=1`)
  expect(file).toMatchObject({ status: 200, text: '<script>alert(1)</script>' })
  expect(file.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '25',
    'content-disposition': `attachment; filename="odd _n_me___X_ y"; filename*=UTF-8''odd%20_n%C3%A4me___X_%20y`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
  const { entries } = FolderList.parse((await read('workspace/files')).json())
  expect(entries.map((entry) => entry.name).toSorted()).toEqual(['a.txt', name, 'out'])
  expect(await read('workspace/files?path=out')).toMatchObject({ status: 404, errorCode: 'not-found' })
  expect(await read('workspace/file?path=out/relay/local.key')).toMatchObject({ status: 404, errorCode: 'not-found' })
  for (const path of ['../x', '/etc/passwd', 'a//b', 'x%00y', './a.txt', 'a'.repeat(4001)])
    expect((await read(`workspace/file?path=${path}`)).errorCode, path).toBe('bad-request')
  const sessions = SessionPage.parse((await read('sessions')).json())
  expect(sessions.listed && sessions.sessions.length).toBeGreaterThan(0)
  writeFileSync(join(orb.workspace, 'a.txt'), 'two\n')
  const diff = WorkspaceDiff.parse((await read('workspace/diff?path=a.txt')).json())
  expect(diff.files).toMatchObject([{ path: 'a.txt', added: 1, removed: 1, oldText: 'one\n', newText: 'two\n' }])
  const archive = await read('workspace/archive')
  expect(archive.headers['content-type']).toBe('application/gzip')
  const packed = execFileSync('tar', ['--extract', '--gzip', '--to-stdout', './a.txt'], {
    input: archive.bytes,
    encoding: 'utf8',
  })
  expect(packed).toBe('two\n')
})

test('what a run changed is told with its end, and can be looked at', async () => {
  const thread = await orb.newThread()
  await thread.prompt('@write made.txt :: by the agent')
  const { request: asked } = await thread.pending()
  await (
    await orb.device.decide(orb.orbId, asked, 'allow')
  ).answer
  const run = await thread.ended()
  expect(run.changes).toMatchObject({ files: 1, removed: 0 })
  const diff = WorkspaceDiff.parse((await read(`workspace/diff?run=${run.runId}`)).json())
  expect(diff.files).toMatchObject([{ path: 'made.txt', status: 'added', content: 'text' }])
  expect(await read(`workspace/diff?run=${newId()}`)).toMatchObject({ status: 503, errorCode: 'unavailable' })
})

test('many megabytes come whole, two at once; what is too large is refused', async () => {
  const bytes = randomBytes(24 * 1024 * 1024)
  writeFileSync(join(orb.workspace, 'big.bin'), bytes)
  const hash = (some: Uint8Array) => createHash('sha256').update(some).digest('hex')
  const came = await Promise.all([1, 2].map(() => read('workspace/file?path=big.bin')))
  for (const answer of came) expect(hash(answer.bytes)).toBe(hash(bytes))
  writeFileSync(join(orb.workspace, 'huge'), '')
  truncateSync(join(orb.workspace, 'huge'), READ_LIMITS.fileBytes + 1)
  expect(await read('workspace/file?path=huge')).toMatchObject({ status: 413, errorCode: 'too-large' })
  truncateSync(join(orb.workspace, 'huge'), 0)
})

test('who sees one thread alone reads nothing of the orb', async () => {
  const { threadId } = await orb.newThread()
  const scope = { kind: 'thread', orbId: orb.orbId, threadId } as const
  const guest = await orb.relay.addPerson('Guest', [{ role: 'operator', scope, expiresAt: null }])
  for (const what of [
    'sessions',
    'workspace/files',
    'workspace/file?path=a.txt',
    'workspace/diff',
    'workspace/archive',
  ])
    expect(await read(what, guest), what).toMatchObject({ status: 403, errorCode: 'forbidden' })
})

/** An orb whose answers the test gives itself. */
async function ownOrb(can = ['reads']): Promise<{ orbId: string; ticket: string; client: OrbClient }> {
  const identity = await makeOrb()
  const { client, welcome } = await openLink(orb.relay, identity, { can })
  return { orbId: identity.orbId, ticket: welcome.blobTicket, client }
}

/** A GET that is not read on its own: its status, what came, and how it ended. */
function reader(orbId: string, what = 'workspace/file?path=x') {
  let came = 0
  const path = pathOf(what, orbId)
  const headers = { host: `localhost:${orb.relay.port}`, cookie: owner.cookie }
  const asked = request({ host: '127.0.0.1', port: orb.relay.port, path, headers, agent: false })
  const ended = new Promise<'whole' | 'cut'>((resolve) => {
    asked.on('error', () => resolve('cut'))
    asked.on('response', (response) => {
      response.on('data', (chunk: Buffer) => (came += chunk.length))
      response.on('end', () => resolve('whole')).on('error', () => resolve('cut'))
    })
  })
  asked.end()
  return { ended, leave: () => asked.destroy(), came: () => came }
}

/** An answer that goes on for as long as the test wants. */
function answerer({ orbId, ticket }: { orbId: string; ticket: string }, readId: string) {
  const headers = { authorization: `Bearer ${ticket}`, host: `localhost:${orb.relay.port}` }
  const path = pathOf(`reads/${readId}`, orbId)
  const sent = request({ host: '127.0.0.1', port: orb.relay.port, method: 'POST', path, headers, agent: false })
  const ended = new Promise<number>((resolve) => {
    sent.on('error', () => resolve(0))
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  return { sent, ended }
}

test('a runner that came before reads is not asked: the reader hears at once that it has to be updated', async () => {
  const older = await ownOrb([])
  const files = await orb.relay.askAs(owner, 'GET', pathOf('workspace/files', older.orbId))
  expect(files).toMatchObject({ status: 501, errorCode: 'not-supported' })
  expect(files.text).toContain('Update Perigee there')
  older.client.terminate()
})

test('a read is answered once, and by the orb that was asked', async () => {
  const [mine, other] = [await ownOrb(), await ownOrb()]
  const waits = reader(mine.orbId)
  const { readId } = await mine.client.next('read')
  const foreign = answerer(other, readId)
  foreign.sent.end('forged')
  expect(await foreign.ended).toBe(404)
  const [first, second] = [answerer(mine, readId), answerer(mine, readId)]
  first.sent.write('a')
  await expect.poll(waits.came).toBe(1)
  second.sent.end('again')
  expect(await second.ended).toBe(404)
  first.sent.end('b')
  expect([await first.ended, await waits.ended, waits.came()]).toEqual([204, 'whole', 2])
  for (const { client } of [mine, other]) client.terminate()
})

test('an answer that breaks, or whose link goes, is cut and never looks whole', async () => {
  const own = await ownOrb()
  for (const breaks of ['answer', 'link']) {
    const waits = reader(own.orbId)
    const { readId } = await own.client.next('read')
    const { sent } = answerer(own, readId)
    sent.write('some')
    await expect.poll(waits.came).toBe(4)
    if (breaks === 'answer') sent.destroy()
    else own.client.terminate()
    expect(await waits.ended, breaks).toBe('cut')
  }
})

test('a reader who leaves ends the answer, before it begins and in the middle of it', async () => {
  const own = await ownOrb()
  const before = reader(own.orbId)
  const asked = await own.client.next('read')
  before.leave()
  expect(await own.client.next('read.cancelled')).toMatchObject({ readId: asked.readId })
  const during = reader(own.orbId)
  const { readId } = await own.client.next('read')
  const { sent, ended } = answerer(own, readId)
  sent.write('some')
  await expect.poll(during.came).toBe(4)
  during.leave()
  sent.on('error', () => undefined)
  const more = setInterval(() => sent.write('x'.repeat(1024)), 5)
  expect([0, 410]).toContain(await ended)
  clearInterval(more)
  own.client.terminate()
})

test('refusals, a full orb and one that is away are said in the usual form', async () => {
  const own = await ownOrb()
  const ask = (what = 'workspace/files') => orb.relay.askAs(owner, 'GET', pathOf(what, own.orbId))
  for (const [reason, status] of [
    ['not-found', 404],
    ['too-large', 413],
    ['busy', 429],
    ['unavailable', 503],
  ] as const) {
    const answer = ask()
    const { readId } = await own.client.next('read')
    own.client.send({ t: 'read.refused', readId, reason, message: `No:\u0007 ${reason}.` })
    expect(await answer).toMatchObject({ status })
    expect((await answer).json()).toMatchObject({ error: { message: `No:  ${reason}.` } })
  }
  const readers = Array.from({ length: READ_LIMITS.perOrb }, () => reader(own.orbId))
  for (const _ of readers) await own.client.next('read')
  expect(await ask()).toMatchObject({ status: 429, errorCode: 'too-many' })
  own.client.terminate()
  await Promise.all(readers.map(({ ended }) => ended))
  await expect.poll(async () => (await ask()).text).toMatch(/not reachable\. Nothing was lost/)
  expect(await ask()).toMatchObject({ status: 503, errorCode: 'unavailable' })
  expect(await orb.relay.askAs(owner, 'GET', pathOf('workspace/files', newId()))).toMatchObject({ status: 404 })
})
