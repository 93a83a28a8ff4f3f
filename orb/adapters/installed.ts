import { execFile } from 'node:child_process'
import { isInRange } from '../harness/orb-adapter.ts'
import { findProgram } from '../isolation/installation.ts'
import type { AdapterManifest } from './manifest.ts'

/** A program that says nothing for so long says no version. */
const PROBE_MS = 30_000

/** Whether an adapter's program is here, and in a version that was tested. */
export interface Installed {
  /** Null: it was not found. */
  readonly path: string | null
  /** Null: it does not say. */
  readonly version: string | null
  readonly tested: boolean | null
  /** The Node.js that it finds, where it is a script; null where it is none, or is not here. */
  readonly node: { readonly version: string | null; readonly range: string; readonly fits: boolean } | null
}

/** Looks for an adapter's program, and asks it for its version. */
export async function lookFor({ launch, versions, runtime }: AdapterManifest): Promise<Installed> {
  const path = find(launch.command === '${node}' ? process.execPath : launch.command)
  if (path === null) return { path, version: null, tested: null, node: null }
  const node = runtime.kind === 'node' ? await nodeFor(runtime.range) : null
  const version = versions === null ? null : await versionOf(path, versions.probe)
  const tested = versions === null || version === null ? null : isInRange(version, versions)
  return { path, version, tested, node }
}

/** Whether a version is in a range such as `>=22.19`: its numbers are the least, and the only form that there is. */
export function fitsRange(version: string, range: string): boolean {
  const least = /^>=\s*(\d+(?:\.\d+)*)$/.exec(range.trim())?.[1]
  return least !== undefined && isInRange(version, { from: least, to: String(Number.MAX_SAFE_INTEGER) }) === true
}

async function nodeFor(range: string): Promise<NonNullable<Installed['node']>> {
  const path = find('node')
  const version = path === null ? null : await versionOf(path, ['--version'])
  return { version, range, fits: version !== null && fitsRange(version, range) }
}

async function versionOf(path: string, probe: readonly string[]): Promise<string | null> {
  const said = await new Promise<string>((resolve) => {
    execFile(path, probe, { timeout: PROBE_MS, killSignal: 'SIGKILL' }, (_error, stdout) => resolve(stdout))
  })
  return /\d+(?:\.\d+)+/.exec(said)?.[0] ?? null
}

function find(command: string): string | null {
  return findProgram(command, process.cwd(), process.env['PATH'] ?? '')
}
