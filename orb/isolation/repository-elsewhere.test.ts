import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { repositoryElsewhere } from './repository-elsewhere.ts'

test('a worktree names its repository; a repository, a plain folder and nonsense name none', () => {
  const folder = realpathSync(testFolder())
  const [main, tree] = [join(folder, 'main'), join(folder, 'tree')]
  mkdirSync(main)
  const git = (...words: string[]) => execFileSync('git', words, { cwd: main, stdio: 'ignore' })
  git('init')
  git('-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--allow-empty', '-m', 'first')
  git('worktree', 'add', tree)
  expect(repositoryElsewhere(tree)).toBe(join(main, '.git'))
  expect(repositoryElsewhere(main)).toBeNull()
  expect(repositoryElsewhere(folder)).toBeNull()
  writeFileSync(join(folder, '.git'), 'nonsense')
  expect(repositoryElsewhere(folder)).toBeNull()
})
