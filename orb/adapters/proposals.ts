import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { readSecretFile, writeSecretFile } from '../keys/secret-file.ts'
import { isWithin, realPlace } from '../isolation/folders.ts'
import { manifestDigest, manifestFiles, readManifest } from './load.ts'
import type { AdapterManifest } from './manifest.ts'

/** Where a workspace proposes manifests. */
const PROPOSALS = '.perigee/adapters'

const Accepted = z.record(z.string(), z.string())

/** The manifests that a workspace proposes, as paths. */
export function proposedManifests(workspace: string): string[] {
  const folder = join(workspace, PROPOSALS)
  return manifestFiles(folder).map((name) => join(folder, name))
}

/** Accepts a manifest as it is now, by the hash of its file. */
export function acceptManifest(path: string, stateFolder: string): void {
  const file = acceptedFile(stateFolder)
  writeSecretFile(file, JSON.stringify({ ...accepted(file), [realPlace(path)]: manifestDigest(path) }))
}

/** Whether a manifest was accepted as it is now; `changed`: as it was before. */
export function acceptance(path: string, stateFolder: string): 'accepted' | 'changed' | 'none' {
  const digest = accepted(acceptedFile(stateFolder))[realPlace(path)]
  if (digest === undefined) return 'none'
  return digest === manifestDigest(path) ? 'accepted' : 'changed'
}

/**
 * A manifest that may be used for a workspace: one that lies in it could have been written by whoever wrote the rest of
 * it, the agent included, so it is believed only as it was accepted.
 * @throws PerigeeError `forbidden` for one that was not, or was changed since
 */
export function acceptedManifest(path: string, workspace: string, stateFolder: string): AdapterManifest {
  const full = resolve(path)
  const standing = isWithin(realPlace(full), realPlace(workspace)) ? acceptance(full, stateFolder) : 'accepted'
  if (standing === 'accepted') return readManifest(full)
  const why = standing === 'none' ? 'was not accepted' : 'was changed since it was accepted'
  throw new PerigeeError(
    'forbidden',
    `The manifest ${full} lies in the workspace and ${why}. Read it, and run "perigee adapters accept ${full}".`,
  )
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
