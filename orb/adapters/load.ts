import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { BUILT_IN } from './built-in.ts'
import { AdapterManifest } from './manifest.ts'
import { unknownNames } from './templates.ts'

/** Larger ones are none: the longest of ours is a tenth of it. */
const MANIFEST_BYTES = 256 * 1024

/** Where a manifest comes from. */
export type Origin = 'built-in' | 'own' | 'file'

/** A manifest with where it comes from. */
export interface LoadedAdapter {
  readonly manifest: AdapterManifest
  readonly origin: Origin
  /** Its file; null for one that comes with Perigee. */
  readonly path: string | null
}

/** Where a person's own manifests lie. */
export function ownAdapters(stateFolder: string): string {
  return join(stateFolder, 'adapters')
}

/**
 * Every adapter that can be named: those that come with Perigee, then a person's own. What cannot be read is told in
 * `problems`, one sentence each.
 */
export function allAdapters(stateFolder: string): { adapters: LoadedAdapter[]; problems: string[] } {
  const adapters: LoadedAdapter[] = BUILT_IN.map((manifest) => ({ manifest, origin: 'built-in', path: null }))
  const problems: string[] = []
  const folder = ownAdapters(stateFolder)
  for (const name of manifestFiles(folder)) {
    const path = join(folder, name)
    try {
      const manifest = readManifest(path)
      if (adapters.some((one) => one.manifest.id === manifest.id)) {
        problems.push(`${path}: there is an adapter "${manifest.id}" already. Give this one another id.`)
      } else adapters.push({ manifest, origin: 'own', path })
    } catch (error) {
      problems.push(error instanceof PerigeeError ? error.message : `${path}: ${String(error)}`)
    }
  }
  return { adapters, problems }
}

/**
 * The adapter of this name.
 * @throws PerigeeError `not-found` with the names that there are
 */
export function findAdapter(name: string, stateFolder: string): LoadedAdapter {
  const { adapters, problems } = allAdapters(stateFolder)
  const found = adapters.find((one) => one.manifest.id === name)
  if (found !== undefined) return found
  const names = adapters.map((one) => one.manifest.id).join(', ')
  const also = problems.length === 0 ? '' : ` Not read: ${problems.join(' ')}`
  throw new PerigeeError('not-found', `There is no adapter "${name}". There are: ${names}.${also}`)
}

/**
 * A manifest from a file.
 * @throws PerigeeError with the first field that is wrong
 */
export function readManifest(path: string): AdapterManifest {
  return parseManifest(readText(path), path)
}

/** SHA-256 of a manifest's file: what an acceptance is pinned to. */
export function manifestDigest(path: string): string {
  return createHash('sha256').update(readText(path)).digest('hex')
}

/**
 * A manifest from its text; `name` is what a message calls it.
 * @throws PerigeeError with the first field that is wrong
 */
export function parseManifest(text: string, name: string): AdapterManifest {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new PerigeeError('bad-request', `${name} is no JSON: ${String(error)}`, error)
  }
  const parsed = AdapterManifest.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue === undefined || issue.path.length === 0 ? 'the manifest' : `"${issue.path.join('.')}"`
    throw new PerigeeError('bad-request', `${name}: ${field} is not right (${issue?.message ?? 'unknown'}).`)
  }
  const [stranger] = unknownNames(JSON.stringify(parsed.data.launch))
  if (stranger !== undefined) throw new PerigeeError('bad-request', `${name}: "\${${stranger}}" names nothing.`)
  return parsed.data
}

/** The manifests of a folder, by name; none where there is no folder. */
export function manifestFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
  } catch {
    return []
  }
}

function readText(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new PerigeeError('not-found', `There is no manifest ${path} that can be read.`, error)
  }
  if (text.length > MANIFEST_BYTES) throw new PerigeeError('too-large', `${path} is too large for a manifest.`)
  return text
}
