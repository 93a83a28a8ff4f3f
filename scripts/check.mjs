// `npm run check`: what a commit must pass, about a minute. Runs all of it and names what failed.
import { spawnSync } from 'node:child_process'
import { root } from './lib/root.mjs'

const steps = ['check:format', 'check:lint', 'check:types', 'check:boundaries', 'check:unused', 'test:unit']

const failed = steps.filter((step) => {
  const started = Date.now()
  const { status } = spawnSync('npm', ['run', '--silent', step], { cwd: root, stdio: 'inherit' })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${step} (${seconds} s)\n`)
  return status !== 0
})

if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`)
  process.exitCode = 1
}
