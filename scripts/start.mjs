// `npm start`: builds where that is needed, then runs `perigee up` with the arguments given.
// (package.json says `exec node`, because npm signals the shell in between, which would not pass it on.)
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildReason } from './lib/freshness.mjs'
import { root } from './lib/root.mjs'

const reason = buildReason()
if (reason !== null) {
  console.error(`Building, because ${reason}.`)
  const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
}

const command = [join(root, 'dist/node/perigee.js'), 'up', ...process.argv.slice(2)]
const app = spawn(process.execPath, command, { stdio: 'inherit' })

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // Ctrl-C in a terminal reaches the whole process group: passing it on would count it twice.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) app.kill(signal)
  })
}
app.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1
})
