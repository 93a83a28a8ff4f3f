import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { PerigeeError, toPerigeeError } from '../../shared/codes/perigee-error.ts'
import { readSecretFile, writeSecretFile } from '../keys/secret-file.ts'
import { isWithin, realPlace } from '../isolation/folders.ts'
import { allAdapters, findAdapter, manifestFiles, readManifest, readPinned } from './load.ts'
import type { AdapterManifest } from './manifest.ts'

/** Where a workspace proposes manifests. */
const PROPOSALS = '.perigee/adapters'

const Accepted = z.record(z.string(), z.string())

/** The manifests that a workspace proposes, as paths. */
export function proposedManifests(workspace: string): string[] {
  const folder = join(workspace, PROPOSALS)
  return manifestFiles(folder).map((name) => join(folder, name))
}

/** Accepts what a manifest's file held when it was read and shown: `digest` is that of `readPinned`. */
export function acceptManifest(path: string, digest: string, stateFolder: string): void {
  const file = acceptedFile(stateFolder)
  writeSecretFile(file, JSON.stringify({ ...accepted(file), [realPlace(path)]: digest }))
}

/** How a manifest of a workspace stands: accepted as it is now, or as it was before, or not at all. */
export type Standing = 'accepted' | 'changed' | 'none'

/** How a manifest with this digest stands at this place. */
export function standingOf(path: string, digest: string, stateFolder: string): Standing {
  const pinned = accepted(acceptedFile(stateFolder))[realPlace(path)]
  if (pinned === undefined) return 'none'
  return pinned === digest ? 'accepted' : 'changed'
}

/**
 * A manifest that may be used for a workspace: one that lies in it could have been written by whoever wrote the rest of
 * it, the agent included, so it is believed only as it was accepted.
 * @throws PerigeeError `forbidden` for one that was not, or was changed since
 */
export function acceptedManifest(path: string, workspace: string, stateFolder: string): AdapterManifest {
  const full = resolve(path)
  const { manifest, digest } = readPinned(full)
  if (!isWithin(realPlace(full), realPlace(workspace)) && !isWithin(full, resolve(workspace))) return manifest
  const standing = standingOf(full, digest, stateFolder)
  if (standing === 'accepted') return manifest
  const why = standing === 'none' ? 'was not accepted' : 'was changed since it was accepted'
  throw new PerigeeError(
    'forbidden',
    `The manifest ${full} lies in the workspace and ${why}. Read it, and run "perigee adapters accept ${full}".`,
  )
}

/**
 * The adapter of this name: one that comes with Perigee, or a person's own, or else one that the workspace proposes and
 * somebody accepted.
 * @throws PerigeeError `not-found` with the names that there are; `forbidden` for a proposal that was not accepted, or
 * was changed since
 */
export function adapterNamed(name: string, workspace: string, stateFolder: string): AdapterManifest {
  const known = allAdapters(stateFolder).adapters.find(({ manifest }) => manifest.id === name)
  if (known !== undefined) return known.manifest
  const proposed = proposedManifests(workspace).filter((path) => idIn(path) === name)
  let refused: PerigeeError | null = null
  for (const path of proposed) {
    try {
      const manifest = acceptedManifest(path, workspace, stateFolder)
      if (manifest.id === name) return manifest
    } catch (error) {
      refused ??= toPerigeeError(error)
    }
  }
  if (refused !== null) throw refused
  return findAdapter(name, stateFolder).manifest
}

/** Null for a file that is no manifest. */
function idIn(path: string): string | null {
  try {
    return readManifest(path).id
  } catch {
    return null
  }
}

function acceptedFile(stateFolder: string): string {
  return join(stateFolder, 'accepted-manifests.json')
}

function accepted(file: string): Record<string, string> {
  const bytes = readSecretFile(file)
  if (bytes === null) return {}
  try {
    return Accepted.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw new PerigeeError('bad-request', `${file} is damaged. Remove it, and accept the manifests again.`, error)
  }
}
