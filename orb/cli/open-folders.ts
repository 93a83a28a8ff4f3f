import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deviceFolder, orbFolder, relayFolder } from './defaults.ts'

const OTHERS = 0o077

/** Folders with keys, of those that exist below a state folder, that others than their owner may look into. */
export function openFolders(home: string): string[] {
  const orbs = orbFolder(home, '')
  const folders = [relayFolder(home), deviceFolder(home), ...namesIn(orbs).map((name) => join(orbs, name))]
  return folders.filter((folder) => {
    const found = lstatSync(folder, { throwIfNoEntry: false })
    return found?.isDirectory() === true && (found.mode & OTHERS) !== 0
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
