import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'

/**
 * A program of this package that is a process of its own.
 * @throws PerigeeError where the package is not built
 */
export function program(name: 'perigee' | 'relay' | 'scripted-agent'): string {
  const path = fileURLToPath(new URL(`./${name}.js`, import.meta.url))
  if (!existsSync(path)) throw new PerigeeError('not-found', `${path} is missing. Build it with "npm run build:node".`)
  return path
}
