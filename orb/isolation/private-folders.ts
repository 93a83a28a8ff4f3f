import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { isWithin, realPlace } from './folders.ts'

/** Folders that no agent may see, with the parts of them that are an agent's own. */
export interface PrivateFolders {
  /** State folders: of this installation, of the relay, of the command line. */
  readonly folders: readonly string[]
  /** An orb's workspace and home, where they lie in its state folder. */
  readonly except: readonly string[]
}

/**
 * Refuses to show an agent something that holds, or lies in, what it must not see.
 * @throws PerigeeError with a sentence that names both
 */
export function refusePrivate(path: string, what: string, { folders, except }: PrivateFolders): void {
  const real = realPlace(path)
  if (except.some((one) => isWithin(real, realPlace(one)))) return
  for (const folder of folders.map(realPlace)) {
    const how = isWithin(folder, real) ? 'contains' : isWithin(real, folder) ? 'lies in' : null
    if (how === null) continue
    throw new PerigeeError(
      'bad-request',
      `${what} is ${path}, which ${how} ${folder}: there the keys of Perigee are kept, and an agent that sees them ` +
        'could answer for you. Name another folder, or run the agent without isolation (--isolation none).',
    )
  }
}
