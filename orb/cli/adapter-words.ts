import type { Checked } from '../adapters/check.ts'
import { answeredFromInside } from '../adapters/inside.ts'
import type { Installed } from '../adapters/installed.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import type { Standing } from '../adapters/proposals.ts'
import { shownLines } from '../device/terminal-text.ts'

const ASKS: Readonly<Record<AdapterManifest['asking']['asks'], string>> = {
  always: 'Asks before it acts.',
  'by-mode': 'Asks before it acts, in the mode that Perigee sets.',
  'sandbox-escape': 'Asks before it leaves its own sandbox.',
  gate: 'Asks before it acts, by an extension that Perigee adds.',
  never: 'Never asks before it acts.',
  unknown: 'Nothing is known of whether it asks.',
}

/** Whether a harness asks, in sentences. */
export function asksWords({ asking }: AdapterManifest): string {
  return [ASKS[asking.asks], asking.unasked ?? ''].join(' ').trim()
}

/** An adapter in a list. */
export function listedWords(one: {
  readonly id: string
  readonly title: string
  readonly origin: string
  readonly installed: Installed
  readonly install: string
  readonly asks: string
  readonly inside: string | null
}): string {
  const { installed } = one
  const lines = [`${one.id}  ${one.title}${one.origin === 'built-in' ? '' : ' (your own)'}`]
  lines.push(`    ${installed.path === null ? `Not installed: ${one.install}` : installedWords(installed)}`)
  lines.push(`    ${one.asks}`)
  if (one.inside !== null) lines.push(`    ${one.inside}`)
  return shownLines(lines.join('\n'))
}

/** A manifest that a workspace proposes. */
export function proposalWords(id: string, path: string, standing: Standing): string {
  const words = {
    accepted: 'Accepted as it is.',
    changed: `Changed since it was accepted: not used. Read it, and run "perigee adapters accept ${path}".`,
    none: `Not accepted: not used. Read it, and run "perigee adapters accept ${path}".`,
  }
  return `${id}  Proposed by the workspace in ${path}\n    ${words[standing]}`
}

/** What a check found. */
export function checkedWords(manifest: AdapterManifest, checked: Checked): string {
  const { installed, facts, asking } = checked
  const lines: [mark: boolean, text: string][] = []
  if (installed.path !== null)
    lines.push([installed.tested !== false && installed.node?.fits !== false, installedWords(installed)])
  if (facts !== null) {
    const takesUp = facts.takesUp === null ? 'cannot take sessions up' : `takes sessions up by ${facts.takesUp}`
    const greeted = `${facts.name} ${facts.version} answered after ${seconds(checked.greetedMs)} and ${takesUp}.`
    lines.push([true, greeted])
  }
  if (checked.sessionMs !== null) lines.push([true, `It opened a session after ${seconds(checked.sessionMs)}.`])
  if (asking !== null) {
    const sure = { confirmed: 'It asks', lowered: 'It asks less', unconfirmed: 'Not sure that it asks' }
    const words = asking.state in sure ? sure[asking.state as keyof typeof sure] : asksWords(manifest)
    lines.push([asking.state === 'confirmed', `${words}. ${asking.message ?? ''}`.trim()])
  }
  if (manifest.trust.envVisibleToShell) lines.push([true, 'Commands that it runs see its environment.'])
  const inside = answeredFromInside(manifest, false)
  if (inside !== null) lines.push([true, inside])
  if (checked.problem !== null) lines.push([false, checked.problem])
  return shownLines(lines.map(([ok, text]) => `${ok ? 'ok' : 'no'}  ${text}`).join('\n'))
}

function installedWords({ path, version, tested, node }: Installed): string {
  const range = tested === false ? ', which is outside the versions that were tested' : ''
  const installed = version === null ? `Installed: ${path}` : `Installed: ${path}, version ${version}${range}`
  return node === null || node.fits ? installed : `${installed}. ${nodeWords(node)}`
}

function nodeWords({ version, range }: NonNullable<Installed['node']>): string {
  return `It needs Node.js ${range}, and ${version === null ? 'there is none' : `${version} is what it finds`} on the PATH.`
}

function seconds(milliseconds: number | null): string {
  return `${((milliseconds ?? 0) / 1000).toFixed(1)} s`
}
