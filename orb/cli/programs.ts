import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'

/**
 * A program of this package that is a process of its own. `beside` is the URL of the program that runs: they lie in one
 * folder, while the code that they share may lie in another.
 * @throws PerigeeError where the package is not built
 */
export function program(name: 'perigee' | 'relay' | 'scripted-agent', beside: string): string {
  const path = fileURLToPath(new URL(`./${name}.js`, beside))
  if (!existsSync(path)) throw new PerigeeError('not-found', `${path} is missing. Build it with "npm run build:node".`)
  return path
}
