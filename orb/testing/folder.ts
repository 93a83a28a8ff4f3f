import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder for one test, removed after it. */
export function testFolder(): string {
  const { path, remove } = newFolder()
  onTestFinished(remove)
  return path
}

/** A folder, with the way to remove it. */
export function newFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'perigee-orb-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
