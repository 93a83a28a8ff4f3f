import type { Checked, Installed } from '../adapters/check.ts'
import { answeredFromInside } from '../adapters/inside.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
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
export function proposalWords(path: string, standing: 'accepted' | 'changed' | 'none'): string {
  const words = {
    accepted: 'accepted as it is',
    changed: 'changed since it was accepted: not used',
    none: `not accepted: "perigee adapters accept ${path}"`,
  }
  return `Proposed by the workspace: ${path} (${words[standing]})`
}

/** What a check found. */
export function checkedWords(manifest: AdapterManifest, checked: Checked): string {
  const { installed, facts, asking } = checked
  const lines: [mark: boolean, text: string][] = []
  if (installed.path !== null) lines.push([installed.tested !== false, installedWords(installed)])
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

function installedWords({ path, version, tested }: Installed): string {
  if (version === null) return `Installed: ${path}`
  const range = tested === false ? ', which is outside the versions that were tested' : ''
  return `Installed: ${path}, version ${version}${range}`
}

function seconds(milliseconds: number | null): string {
  return `${((milliseconds ?? 0) / 1000).toFixed(1)} s`
}
