import { allAdapters } from '../adapters/load.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { findProgram } from '../isolation/installation.ts'
import { whyNoToolShell } from '../isolation/tool-shell.ts'

/** Which agents can be answered by a command that they run, and whether that can be closed here. */
export interface InsideCheck {
  readonly name: 'inside'
  readonly ok: boolean
  readonly grave: false
  readonly says: string
  readonly help: string | null
}

/** Looks at the adapters that there are, and tries a shell without a network on this machine. */
export async function insideCheck(stateFolder: string): Promise<InsideCheck> {
  const bwrap = findProgram('bwrap', '/', process.env['PATH'] ?? '')
  const why = bwrap === null ? 'bubblewrap is not installed.' : await whyNoToolShell(bwrap)
  return insideWords(
    allAdapters(stateFolder).adapters.map(({ manifest }) => manifest),
    why,
  )
}

/** `why`: why no command can be kept off the network here; null where it can. */
export function insideWords(manifests: readonly AdapterManifest[], why: string | null): InsideCheck {
  const open = manifests.filter(({ trust }) => trust.localPorts.length > 0)
  const base = { name: 'inside', grave: false } as const
  if (open.length === 0) return { ...base, ok: true, says: 'No adapter can be answered from inside.', help: null }
  const titles = (some: readonly AdapterManifest[]): string => some.map(({ title }) => title).join(', ')
  const says = `${titles(open)}: a command that it runs can answer its questions.`
  const closable = open.filter(({ trust }) => trust.shell !== null)
  if (closable.length === 0) {
    const help = 'Nothing closes it: give such an agent only what it may do without being asked.'
    return { ...base, ok: false, says, help }
  }
  if (why !== null) return { ...base, ok: false, says, help: `It cannot be closed here: ${why}` }
  const help = `Close it with "perigee orb --shell-network none" (${titles(closable)}): that works here.`
  return { ...base, ok: closable.length === open.length, says, help }
}
