import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noneProvider } from '../harness/none-provider.ts'
import { testFolder } from '../testing/folder.ts'
import { writeAttached } from './attached-files.ts'

const launchIn = (cwd: string) => ({ command: 'true', args: [], cwd, env: {} })
const file = (name: string) => ({ sha256: 'abcdef01'.repeat(8), bytes: 3, mediaType: 'text/plain', name })

test('a file lies in the workspace under a plain name, readable by the agent alone and out of git', async () => {
  const cwd = testFolder()
  execFileSync('git', ['init', '-q'], { cwd })
  const bytes = Buffer.from([0, 255, 10, 13])
  const path = await writeAttached(launchIn(cwd), noneProvider, file('../$(id) `x`\n-rf 报告.tar.gz'), bytes)
  expect(path).toBe('.perigee/attached/abcdef01-.._id_x_-rf_报告.tar.gz')
  expect(readFileSync(join(cwd, path!))).toEqual(bytes)
  expect(statSync(join(cwd, path!)).mode & 0o777).toBe(0o600)
  expect(execFileSync('git', ['status', '--porcelain'], { cwd }).toString()).toBe('')
  expect(await writeAttached(launchIn(cwd), noneProvider, file('x'.repeat(200) + '.png'), bytes)).toMatch(/x{76}\.png$/)
})

test('where nothing can be written, it is said', async () => {
  const cwd = testFolder()
  mkdirSync(join(cwd, '.perigee'))
  symlinkSync('/proc/1/nowhere', join(cwd, '.perigee', 'attached'))
  expect(await writeAttached(launchIn(cwd), noneProvider, file('a.txt'), Buffer.from('a'))).toBeNull()
  expect(existsSync('/proc/1/nowhere')).toBe(false)
})
