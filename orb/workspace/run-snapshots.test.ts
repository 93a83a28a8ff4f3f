import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { READ_LIMITS } from '../../shared/reads/reads.ts'
import { noneProvider } from '../harness/none-provider.ts'
import { testFolder } from '../testing/folder.ts'
import { RunSnapshots } from './run-snapshots.ts'
import type { Workspace } from './workspace.ts'

const WHO = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']

function place({ init = true } = {}) {
  const [folder, scratch, state] = [testFolder(), join(testFolder(), 'scratch'), testFolder()]
  const git = (...args: string[]): string =>
    execFileSync('git', [...WHO, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  const at = (cwd: string): Workspace => ({
    agent: { command: 'agent', args: [], cwd, env: {} },
    provider: noneProvider,
    scratch,
    hidden: [],
  })
  if (init) git('init', '--initial-branch', 'trunk')
  return { folder, scratch, state, git, write, at, snapshots: new RunSnapshots(at(folder), state) }
}

test('what changed since the last commit, with both texts and the lines of new files', async () => {
  const { folder, scratch, git, write, snapshots } = place()
  for (const name of ['a.txt', 'gone.txt', 'same.txt', 'binary']) write(name, 'one\ntwo\n')
  write('.gitignore', 'ignored\n')
  git('add', '.')
  git('commit', '-m', 'first')
  write('a.txt', 'one\n2\n3\n')
  rmSync(join(folder, 'gone.txt'))
  write('binary', 'a\0b')
  write('new\nname', 'x\ny\n')
  write('ignored', 'x\n')
  write('large.txt', 'l'.repeat(READ_LIMITS.diffTextBytes + 1))
  symlinkSync('/etc/passwd', join(folder, 'link'))
  mkdirSync(join(folder, 'nested'))
  execFileSync('git', ['init'], { cwd: join(folder, 'nested'), stdio: 'ignore' })
  const before = readdirSync(join(folder, '.git', 'objects')).length
  const diff = await snapshots.sinceCommit(null)
  const none = { oldText: null, newText: null }
  expect(diff).toEqual({
    cut: false,
    files: [
      {
        path: 'a.txt',
        status: 'modified',
        added: 2,
        removed: 1,
        content: 'text',
        oldText: 'one\ntwo\n',
        newText: 'one\n2\n3\n',
      },
      { path: 'binary', status: 'modified', added: 0, removed: 0, content: 'binary', ...none },
      {
        path: 'gone.txt',
        status: 'deleted',
        added: 0,
        removed: 2,
        content: 'text',
        oldText: 'one\ntwo\n',
        newText: null,
      },
      { path: 'large.txt', status: 'added', added: 1, removed: 0, content: 'large', ...none },
      { path: 'link', status: 'added', added: 1, removed: 0, content: 'text', oldText: null, newText: '/etc/passwd' },
      { path: 'new\nname', status: 'added', added: 2, removed: 0, content: 'text', oldText: null, newText: 'x\ny\n' },
    ],
  })
  expect((await snapshots.sinceCommit('a.txt'))?.files.map(({ path }) => path)).toEqual(['a.txt'])
  expect((await snapshots.sinceCommit(':(glob)**'))?.files).toEqual([])
  expect(readdirSync(join(folder, '.git', 'objects'))).toHaveLength(before)
  expect(git('diff', '--cached', '--name-only')).toBe('')
  expect(readdirSync(scratch)).toEqual([])
})

test('a repository without a commit, one whose part is the workspace, and a folder that is none', async () => {
  const { folder, state, at, git, write, snapshots } = place()
  write('a.txt', 'one\n')
  expect(await snapshots.sinceCommit(null)).toMatchObject({
    files: [{ path: 'a.txt', status: 'added', newText: 'one\n' }],
  })
  mkdirSync(join(folder, 'part'))
  write('part/b.txt', 'one\n')
  git('add', '.')
  git('commit', '-m', 'first')
  write('part/b.txt', 'two\n')
  write('a.txt', 'two\n')
  const part = new RunSnapshots(at(join(folder, 'part')), state)
  for (const path of [null, 'b.txt'])
    expect(await part.sinceCommit(path)).toMatchObject({
      files: [{ path: 'b.txt', oldText: 'one\n', newText: 'two\n' }],
    })
  const { snapshots: none } = place({ init: false })
  expect(await none.sinceCommit(null)).toBeNull()
  await none.begin('run')
  expect([await none.end('run'), await none.diff('run', null)]).toEqual([null, null])
})

test('what a run changed, whatever was changed before, and however it was committed', async () => {
  const { folder, git, write, snapshots } = place()
  for (const name of ['a.txt', 'b.txt', 'c.txt']) write(name, 'one\n')
  git('add', '.')
  git('commit', '-m', 'first')
  write('a.txt', 'mine\n')
  write('mine.txt', 'mine\n')
  await snapshots.begin('run')
  write('b.txt', 'two\n')
  write('new.txt', '1\n2\n')
  git('add', 'b.txt')
  git('commit', '-m', 'second')
  rmSync(join(folder, 'c.txt'))
  expect(await snapshots.diff('run', 'new.txt')).toMatchObject({ files: [{ newText: '1\n2\n' }] })
  expect(await snapshots.end('run')).toEqual({ files: 3, added: 3, removed: 2 })
  write('b.txt', 'later\n')
  const diff = await snapshots.diff('run', null)
  expect(diff?.files.map(({ path, oldText, newText }) => [path, oldText, newText])).toEqual([
    ['b.txt', 'one\n', 'two\n'],
    ['c.txt', 'one\n', null],
    ['new.txt', null, '1\n2\n'],
  ])
  expect(await snapshots.diff('another', null)).toBeNull()
})

test('a file that is too large to copy counts as changed when its size or time has changed', async () => {
  const { folder, git, write, snapshots } = place()
  write('a.txt', 'one\n')
  git('add', '.')
  git('commit', '-m', 'first')
  write('large', '')
  truncateSync(join(folder, 'large'), 9 * 1024 * 1024)
  await snapshots.begin('same')
  expect(await snapshots.end('same')).toEqual({ files: 0, added: 0, removed: 0 })
  await snapshots.begin('run')
  utimesSync(join(folder, 'large'), 1, 1)
  expect(await snapshots.end('run')).toEqual({ files: 1, added: 0, removed: 0 })
  expect((await snapshots.diff('run', null))?.files).toMatchObject([
    { path: 'large', status: 'modified', content: 'large' },
  ])
})

test('the newest runs are kept, over a restart too, and the rest leaves nothing behind', async () => {
  const { folder, scratch, state, at, write } = place()
  const snapshots = new RunSnapshots(at(folder), state, 2)
  for (const run of ['first', 'second', 'third']) {
    await snapshots.begin(run)
    write('a.txt', run)
    await snapshots.end(run)
  }
  const again = new RunSnapshots(at(folder), state, 2)
  expect((await again.diff('third', null))?.files).toMatchObject([{ oldText: 'second', newText: 'third' }])
  expect(await again.diff('first', null)).toBeNull()
  await expect.poll(() => readdirSync(scratch).toSorted()).toEqual(['second', 'third'])
})

test('a look at the workspace runs nothing that the workspace names', async () => {
  const { folder, git, write, snapshots } = place()
  write('a.txt', 'one\n')
  git('add', '.')
  git('commit', '-m', 'first')
  const trap = join(testFolder(), 'trap')
  for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction']) {
    mkdirSync(join(folder, '.git', 'hooks'), { recursive: true })
    writeFileSync(join(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 })
  }
  git('config', 'core.fsmonitor', `touch ${trap}`)
  git('config', 'diff.odd.textconv', `touch ${trap}; cat`)
  git('config', 'diff.odd.command', `touch ${trap}`)
  git('config', 'filter.odd.clean', `touch ${trap}; cat`)
  git('config', 'filter.odd.required', 'true')
  write('.git/info/attributes', '* filter=odd diff=odd\n')
  rmSync(trap, { force: true })
  write('a.txt', 'two\n')
  expect(await snapshots.sinceCommit(null)).toMatchObject({ files: [{ path: 'a.txt', newText: 'two\n' }] })
  expect(existsSync(trap)).toBe(false)
})
