import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Launch, Provider } from '../harness/provider.ts'

/** Whole or not at all, for the agent alone. */
const SCRIPT = 'umask 077; mkdir -p "$(dirname "$1")" && cat > "$1.part" && mv -f "$1.part" "$1"'

/**
 * Writes a file as the agent, inside its isolation: a link that it left in its home leads no further than it may go
 * itself.
 * @throws PerigeeError where it cannot be written
 */
export async function writeAsAgent(path: string, text: string, launch: Launch, provider: Provider): Promise<void> {
  const { command, args, cwd, env, owner } = provider.confine({
    command: '/bin/sh',
    args: ['-c', SCRIPT, 'sh', path],
    cwd: launch.cwd,
    env: { PATH: launch.env['PATH'] ?? '/usr/bin:/bin', HOME: launch.env['HOME'] ?? '/' },
  })
  const child = spawn(command, args, { cwd, env, ...owner, stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (words: string) => (said = (said + words).slice(-500)))
  child.stdin.on('error', () => {})
  child.stdin.end(text)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new PerigeeError('unavailable', `${path} could not be written for the agent: ${said.trim()}`)
}
