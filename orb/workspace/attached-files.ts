import type { Attachment } from '../../shared/commands/attachments.ts'
import { wellFormed } from '../../shared/json/canonical.ts'
import type { Launch, Provider } from '../harness/provider.ts'
import { runConfined } from './confined.ts'

/** Beside the work, where every agent may read; its own ignore file keeps it out of git's sight. */
const FOLDER = '.perigee'
const NAME_CHARS = 80
/** A disk that is asleep. */
const WRITE_MS = 30_000

const WRITE = `set -e
umask 077
mkdir -p "$1/$2"
[ -e "$1/.gitignore" ] || printf '*\\n' > "$1/.gitignore"
cat > "$1/$2/$3"`

/**
 * Writes a file of a prompt where the agent can read it, and gives its path in the workspace; null where that cannot be
 * done. It is written as the agent, who may have made a link to elsewhere of any folder.
 */
export async function writeAttached(
  { cwd, env }: Launch,
  provider: Provider,
  { sha256, name }: Attachment,
  bytes: Buffer,
): Promise<string | null> {
  const file = `${sha256.slice(0, 8)}-${plainName(name)}`
  const launch = {
    command: 'sh',
    args: ['-c', WRITE, 'sh', FOLDER, 'attached', file],
    cwd,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: env['HOME'] ?? '/', LANG: 'C' },
  }
  const written = await runConfined(provider, launch, { input: bytes, timeoutMs: WRITE_MS })
  return written === null ? null : `${FOLDER}/attached/${file}`
}

/** A name that is one name on every disk, and one word in a sentence. Its end says what kind of file it is. */
function plainName(name: string): string {
  return wellFormed(name)
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .slice(-NAME_CHARS)
}
