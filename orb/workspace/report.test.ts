import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noneProvider } from '../harness/none-provider.ts'
import { testFolder } from '../testing/folder.ts'
import { workspaceReport } from './report.ts'

const reportOf = (cwd: string) => workspaceReport({ command: 'agent', args: [], cwd, env: {} }, noneProvider)

function repository(): { folder: string; git: (...args: string[]) => void } {
  const folder = testFolder()
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const git = (...args: string[]): void => void execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'ignore' })
  git('init', '--initial-branch', 'trunk')
  return { folder, git }
}

test('branch, changed lines and new files of a workspace', async () => {
  const { folder, git } = repository()
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n')
  git('add', '.')
  git('commit', '-m', 'first')
  writeFileSync(join(folder, 'a.txt'), 'one\n2\n3\n')
  mkdirSync(join(folder, 'new'))
  writeFileSync(join(folder, 'new', 'tab\there.txt'), 'x\n')
  expect(await reportOf(folder)).toEqual({
    name: 'workspace',
    path: folder,
    branch: 'trunk',
    upstream: null,
    changed: [
      { path: 'a.txt', added: 2, removed: 1 },
      { path: 'new/tab\there.txt', added: 0, removed: 0 },
    ],
  })
})

test('how far a branch is from the one that it follows, and what a subfolder of a repository has', async () => {
  const { folder, git } = repository()
  mkdirSync(join(folder, 'part'))
  writeFileSync(join(folder, 'part', 'a.txt'), 'one\n')
  git('add', '.')
  git('commit', '-m', 'first')
  git('branch', 'main')
  git('commit', '--allow-empty', '-m', 'second')
  git('branch', '--set-upstream-to', 'main')
  writeFileSync(join(folder, 'part', 'a.txt'), 'one\n2\n')
  writeFileSync(join(folder, 'beside.txt'), 'x\n')
  expect(await reportOf(join(folder, 'part'))).toMatchObject({
    upstream: { name: 'main', ahead: 1, behind: 0 },
    changed: [{ path: 'a.txt', added: 1, removed: 0 }],
  })
})

test('a repository without a commit, and a folder that is none', async () => {
  const { folder } = repository()
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  expect(await reportOf(folder)).toMatchObject({ branch: 'trunk', changed: [{ path: 'a.txt' }] })
  expect(await reportOf(testFolder())).toBeNull()
})

/** What the next test would find, were it not for the settings. */
test('git itself would run a filter of the workspace', () => {
  const { folder, git } = repository()
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  git('add', '.')
  git('commit', '-m', 'first')
  const trap = join(testFolder(), 'trap')
  git('config', 'filter.odd=name.clean', `touch ${trap}; cat`)
  writeFileSync(join(folder, '.git', 'info', 'attributes'), '* filter=odd=name\n')
  writeFileSync(join(folder, 'a.txt'), 'two\n')
  git('diff', '--numstat', 'HEAD')
  expect(existsSync(trap)).toBe(true)
})

test('a repository that says it is only a part does not have the rest fetched by a program that it names', async () => {
  const { folder, git } = repository()
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  git('add', '.')
  git('commit', '-m', 'first')
  const trap = join(testFolder(), 'trap')
  git('config', 'remote.rest.promisor', 'true')
  git('config', 'remote.rest.url', `ext::touch ${trap}`)
  git('config', 'protocol.ext.allow', 'always')
  git('config', 'core.repositoryformatversion', '1')
  git('config', 'extensions.partialclone', 'rest')
  const blob = execFileSync('git', ['rev-parse', 'HEAD:a.txt'], { cwd: folder, encoding: 'utf8' }).trim()
  rmSync(join(folder, '.git', 'objects', blob.slice(0, 2), blob.slice(2)))
  writeFileSync(join(folder, 'a.txt'), 'two\n')
  expect(() => git('diff', '--numstat', 'HEAD')).toThrow()
  // What it would do, were it not for the settings.
  expect(existsSync(trap)).toBe(true)
  rmSync(trap)
  await reportOf(folder)
  expect(existsSync(trap)).toBe(false)
})

test('programs that a workspace names in its configuration are not run', async () => {
  const { folder, git } = repository()
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  git('add', '.')
  git('commit', '-m', 'first')
  const trap = join(testFolder(), 'trap')
  git('config', 'core.fsmonitor', `touch ${trap}`)
  git('config', 'diff.external', `touch ${trap}`)
  git('config', 'filter.odd=name.clean', `touch ${trap}; cat`)
  writeFileSync(join(folder, '.git', 'info', 'attributes'), '* filter=odd=name\n')
  writeFileSync(join(folder, 'a.txt'), 'two\n')
  expect(await reportOf(folder)).toMatchObject({ changed: [{ path: 'a.txt', added: 1, removed: 1 }] })
  expect(existsSync(trap)).toBe(false)
})
