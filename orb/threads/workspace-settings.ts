import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/** Why an agent may act unasked in a workspace that brings settings for it, in a sentence; null where it brings none. */
export function settingsInWorkspace(workspace: string, paths: readonly string[]): string | null {
  const found = paths.find((path) => isThere(join(workspace, path)))
  if (found === undefined) return null
  return `The workspace has ${found}, which can let the agent act without asking. Read it, or remove it and restart the agent.`
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
