import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { READ_LIMITS } from '../../shared/reads/reads.ts'
import { noneProvider } from '../harness/none-provider.ts'
import type { Provider } from '../harness/provider.ts'
import { testFolder } from '../testing/folder.ts'
import { archiveWorkspace } from './archive.ts'
import { listFolder } from './list-folder.ts'
import { readWorkspaceFile } from './read-file.ts'
import type { Workspace } from './workspace.ts'

function workspaceOf(folder: string, provider: Provider = noneProvider, hidden: string[] = []): Workspace {
  return { agent: { command: 'agent', args: [], cwd: folder, env: {} }, provider, scratch: testFolder(), hidden }
}

async function textOf(workspace: Workspace, path: string): Promise<string> {
  return (await buffer((await readWorkspaceFile(workspace, path)).body)).toString()
}

const nothing = { code: 'not-found' }

/** The names in an archive, sorted. */
async function namesOf(workspace: Workspace): Promise<string[]> {
  const packed = await buffer(await archiveWorkspace(workspace, new AbortController().signal))
  const listed = execFileSync('tar', ['--list', '--gzip', '--quoting-style=escape'], {
    input: packed,
    encoding: 'utf8',
  })
  return listed.trimEnd().split('\n').toSorted()
}

test('files and folders of a workspace, by whatever names they have', async () => {
  const folder = testFolder()
  const odd = ['-rf', 'new\nline', '"quoted"', 'ünï\u202Ecode', ' space ', '*', '@x']
  for (const name of odd) writeFileSync(join(folder, name), name)
  mkdirSync(join(folder, 'sub', '.git'), { recursive: true })
  writeFileSync(join(folder, 'sub', 'empty'), '')
  symlinkSync('-rf', join(folder, 'link'))
  const workspace = workspaceOf(folder)
  for (const name of odd) expect(await textOf(workspace, name)).toBe(name)
  expect(await textOf(workspace, 'link')).toBe('-rf')
  expect(await textOf(workspace, 'sub/empty')).toBe('')
  const { entries, cut } = await listFolder(workspace, '')
  expect(cut).toBe(false)
  expect(entries[0]).toEqual({ name: 'sub', kind: 'folder', bytes: 0 })
  expect(entries.map(({ name }) => name).toSorted()).toEqual([...odd, 'link', 'sub'].toSorted())
  expect((await listFolder(workspace, 'sub')).entries).toEqual([{ name: 'empty', kind: 'file', bytes: 0 }])
})

test('nothing outside is read, nor what git and the installation keep for themselves', async () => {
  const outside = testFolder()
  writeFileSync(join(outside, 'secret'), 'secret')
  const folder = testFolder()
  for (const name of ['.git', 'keys', 'inside', 'sub/.GIT']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['.git/config', 'keys/orb-key', 'sub/.GIT/x']) writeFileSync(join(folder, name), 'secret')
  symlinkSync(join(outside, 'secret'), join(folder, 'to-file'))
  symlinkSync(outside, join(folder, 'to-folder'))
  symlinkSync('.git', join(folder, 'to-git'))
  symlinkSync('keys', join(folder, 'to-keys'))
  symlinkSync('loop', join(folder, 'loop'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const workspace = workspaceOf(folder, noneProvider, [join(folder, 'keys')])
  const files = ['to-file', 'to-folder/secret', '.git/config', 'to-git/config', 'keys/orb-key', 'to-keys/orb-key']
  const others = ['sub/.GIT/x', 'loop', 'pipe', 'inside', 'nowhere', '', 'n'.repeat(4000), 'a/'.repeat(1900) + 'b']
  for (const path of [...files, ...others])
    await expect(readWorkspaceFile(workspace, path)).rejects.toMatchObject(nothing)
  for (const path of ['to-folder', '.git', 'to-git', 'keys', 'to-keys', 'pipe', 'to-file'])
    await expect(listFolder(workspace, path)).rejects.toMatchObject(nothing)
  expect((await listFolder(workspace, '')).entries.map(({ name }) => name)).not.toContain('keys')
  expect(await namesOf(workspace)).toEqual(['./loop', './to-file', './to-folder', './to-git', './to-keys'])
})

test('a folder that is swapped for a link all the while never gives anything from outside', async () => {
  const outside = testFolder()
  const folder = testFolder()
  writeFileSync(join(outside, 'a'), 'secret')
  mkdirSync(join(folder, 'real'))
  writeFileSync(join(folder, 'real', 'a'), 'mine')
  symlinkSync(outside, join(folder, 'link'))
  const script = `
    const { renameSync } = require('node:fs')
    process.chdir(${JSON.stringify(folder)})
    for (;;) { for (const name of ['real', 'link']) { renameSync(name, 'now'); renameSync('now', name) } }`
  const { spawn } = await import('node:child_process')
  const swapper = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  try {
    const workspace = workspaceOf(folder)
    const came = new Set<string>()
    // Counted from the first that came: on a busy machine the swapping takes long to begin.
    for (let reads = 0; reads < 500; reads += came.has('mine') ? 1 : 0) {
      came.add(await textOf(workspace, 'now/a').catch(() => 'nothing'))
      const listed = await listFolder(workspace, 'now').catch(() => null)
      for (const { bytes } of listed?.entries ?? []) came.add(bytes === 4 ? 'mine' : 'secret')
    }
    expect(came).toContain('mine')
    expect(came).not.toContain('secret')
  } finally {
    swapper.kill('SIGKILL')
  }
})

test.runIf(process.getuid?.() === 0)(
  'an agent that is another user gives nobody what it may not read itself',
  async () => {
    const folder = testFolder()
    const other: Provider = {
      ...noneProvider,
      confine: (launch) => ({ ...launch, owner: { uid: 65_534, gid: 65_534 } }),
    }
    execFileSync('chmod', ['755', folder])
    mkdirSync(join(folder, 'closed'), { mode: 0o700 })
    writeFileSync(join(folder, 'closed', 'a'), 'secret')
    writeFileSync(join(folder, 'private'), 'secret', { mode: 0o600 })
    linkSync(join(folder, 'private'), join(folder, 'linked'))
    writeFileSync(join(folder, 'public'), 'public', { mode: 0o644 })
    const workspace = workspaceOf(folder, other)
    for (const path of ['closed/a', 'private', 'linked'])
      await expect(readWorkspaceFile(workspace, path)).rejects.toMatchObject(nothing)
    await expect(listFolder(workspace, 'closed')).rejects.toMatchObject(nothing)
    expect(await textOf(workspace, 'public')).toBe('public')
  },
)

test('what is too large is refused before anything is read', async () => {
  const folder = testFolder()
  writeFileSync(join(folder, 'large'), '')
  truncateSync(join(folder, 'large'), READ_LIMITS.fileBytes + 1)
  const workspace = workspaceOf(folder)
  await expect(readWorkspaceFile(workspace, 'large')).rejects.toMatchObject({ code: 'too-large' })
  await expect(archiveWorkspace(workspace, new AbortController().signal)).rejects.toMatchObject({ code: 'too-large' })
})

test('an archive holds what git does not ignore, and nothing behind a folder that became a link', async () => {
  const outside = testFolder()
  writeFileSync(join(outside, 'b.txt'), 'secret')
  const folder = testFolder()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  git('init')
  mkdirSync(join(folder, 'sub'))
  for (const name of ['a.txt', '--checkpoint=1', 'sub/b.txt', 'ignored']) writeFileSync(join(folder, name), name)
  writeFileSync(join(folder, '.gitignore'), 'ignored\n')
  git('add', '--', '.')
  writeFileSync(join(folder, 'new\nname'), '')
  rmSync(join(folder, 'a.txt'))
  renameSync(join(folder, 'sub'), join(outside, 'sub'))
  symlinkSync(outside, join(folder, 'sub'))
  expect(await namesOf(workspaceOf(folder))).toEqual(['./--checkpoint=1', './.gitignore', './new\\nname', './sub'])
})
