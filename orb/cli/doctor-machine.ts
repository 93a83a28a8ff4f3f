import { existsSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { lookFor, type Installed } from '../adapters/installed.ts'
import { allAdapters } from '../adapters/load.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { DEFAULT_PORT } from './defaults.ts'
import type { Check } from './doctor-check.ts'

/** Below it little of an agent's work fits, and a relay that runs full stores no more. */
const LEAST_FREE_BYTES = 1024 ** 3

/** Whether a relay can listen at the usual port. `inUse`: a relay of ours answers there. */
export async function portCheck(inUse: boolean): Promise<Check> {
  const base = { name: 'port', grave: false }
  if (inUse) return { ...base, ok: true, says: `The relay listens at port ${DEFAULT_PORT}.`, help: null }
  const code = await new Promise<string | null>((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(DEFAULT_PORT, '127.0.0.1', () => server.close(() => resolve(null)))
  })
  if (code === null) return { ...base, ok: true, says: `Port ${DEFAULT_PORT} is free for a relay.`, help: null }
  const says = `Something else holds port ${DEFAULT_PORT} (${code}).`
  return { ...base, ok: false, says, help: 'Start the relay at another port: perigee up --port 8738' }
}

/** How much room there is for what is kept. */
export function diskCheck(home: string): Check {
  let folder = home
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  return diskWords(bavail * bsize, home)
}

/** Whether so many free bytes are enough. */
export function diskWords(free: number, home: string): Check {
  const ok = free >= LEAST_FREE_BYTES
  const says = `${(free / 1024 ** 3).toFixed(1)} GiB are free for ${home}.`
  return { name: 'disk', ok, grave: false, says, help: ok ? null : 'Make room, or keep it elsewhere with --state.' }
}

/** Which agents are installed, and in which versions. */
export async function harnessCheck(stateFolder: string): Promise<Check> {
  const agents = allAdapters(stateFolder).adapters.filter(({ manifest }) => manifest.launch.command !== '${node}')
  const found = agents.map(async ({ manifest }) => ({ manifest, installed: await lookFor(manifest) }))
  return harnessWords(await Promise.all(found))
}

/** The same, from what was found. */
export function harnessWords(all: readonly { manifest: AdapterManifest; installed: Installed }[]): Check {
  const base = { name: 'agents', grave: false }
  const here = all.filter(({ installed }) => installed.path !== null)
  if (here.length === 0) {
    const [first] = all
    const example = first === undefined ? '' : ` For example: ${first.manifest.install}`
    return {
      ...base,
      ok: false,
      says: 'No coding agent is installed.',
      help: `"perigee adapters list" says how.${example}`,
    }
  }
  const isFit = ({ tested, node }: Installed): boolean => tested !== false && node?.fits !== false
  const words = here.map(({ manifest, installed: { version, tested, node } }) => {
    const untested = tested === false ? ', not a tested version' : ''
    const older = node?.fits === false ? `, needs Node.js ${node.range}` : ''
    return `${manifest.title} ${version ?? '(no version told)'}${untested}${older}`
  })
  const [odd] = here.filter(({ installed }) => !isFit(installed))
  const help =
    odd === undefined ? null : `"perigee adapters check ${odd.manifest.id}" shows whether it can be relied upon.`
  return { ...base, ok: odd === undefined, says: `Installed: ${words.join('; ')}.`, help }
}
