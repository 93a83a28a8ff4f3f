import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
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
  return readPinned(path).manifest
}

/** A manifest with the SHA-256 of the very bytes that it was read from: what an acceptance is pinned to. */
export interface PinnedManifest {
  readonly manifest: AdapterManifest
  readonly digest: string
}

/**
 * Reads a manifest's file once: what is shown, pinned and used is the same, whatever becomes of the file meanwhile.
 * @throws PerigeeError with the first field that is wrong
 */
export function readPinned(path: string): PinnedManifest {
  const bytes = readBytes(path)
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { manifest: parseManifest(bytes.toString('utf8'), path), digest }
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
    throw new PerigeeError('bad-request', `${name}: ${problemIn(parsed.error.issues[0])}`)
  }
  const [stranger] = unknownNames(JSON.stringify(parsed.data.launch))
  if (stranger !== undefined) throw new PerigeeError('bad-request', `${name}: "\${${stranger}}" names nothing.`)
  return parsed.data
}

type Issue = z.core.$ZodIssue

/** What is wrong with a field, and what it may be. */
function problemIn(issue: Issue | undefined): string {
  const field = issue === undefined || issue.path.length === 0 ? 'The manifest' : `"${issue.path.join('.')}"`
  switch (issue?.code) {
    case 'unrecognized_keys':
      return `${field} has no field "${issue.keys[0] ?? ''}".`
    case 'invalid_value':
      return `${field} has to be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`
    case 'invalid_type':
      return `${field} is missing, or is no ${issue.expected}.`
    case 'invalid_format':
      return `${field} has to look like ${'pattern' in issue ? issue.pattern : issue.format}.`
    case 'too_small':
      return `${field} has to be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}.`
    case 'too_big':
      return `${field} may be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}.`
    case 'invalid_union':
      return `${field} is none of what it may be${'options' in issue && Array.isArray(issue.options) ? `: ${issue.options.join(', ')}` : ''}.`
    default:
      return `${field} is not right.`
  }
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

/** A pipe is never waited for, and what is too large never read: the file may be of a hostile workspace. */
function readBytes(path: string): Buffer {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    throw new PerigeeError('not-found', `There is no manifest ${path} that can be read.`, error)
  }
  try {
    const facts = fstatSync(file)
    if (!facts.isFile()) throw new PerigeeError('bad-request', `${path} is no file.`)
    if (facts.size > MANIFEST_BYTES) throw new PerigeeError('too-large', `${path} is too large for a manifest.`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}
