import { join } from 'node:path'
import * as z from 'zod/mini'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Enrolment, type EnrolmentString } from '../../shared/devices/enrolment.ts'
import { Secret } from '../../shared/devices/pairing.ts'
import type { Hello } from '../../shared/link/messages.ts'
import { readSecretFile, writeSecretFile } from './secret-file.ts'

/** The secret is null once a relay has taken it. */
const Kept = z.object({ relay: z.string(), enrolment: Enrolment, secret: z.nullable(Secret) })
type Kept = z.infer<typeof Kept>

/** The enrolment that an orb was given last, in a file of its state folder that only its user can read. */
export class EnrolmentFile {
  readonly #path: string
  #kept: Kept | null

  /** @throws PerigeeError where the file is damaged */
  constructor(folder: string) {
    this.#path = join(folder, 'enrolment.json')
    this.#kept = readKept(this.#path)
  }

  /** The relay that the enrolment is for, as a URL, or null where there never was one. */
  get relay(): string | null {
    return this.#kept?.relay ?? null
  }

  /** The enrolment itself, used or not. */
  get enrolment(): Enrolment | null {
    return this.#kept?.enrolment ?? null
  }

  /** What a hello shows: null where there is none, or it has been used. */
  get toShow(): Hello['enrol'] {
    const { enrolment, secret } = this.#kept ?? {}
    return enrolment === undefined || secret === undefined || secret === null ? null : { enrolment, secret }
  }

  /** Keeps a new enrolment in place of the last one. */
  keep({ relay, enrolment, secret }: EnrolmentString): void {
    this.#write({ relay, enrolment, secret })
  }

  /** The relay has taken it: its secret is forgotten. What the owner signed stays. */
  used(): void {
    if (this.#kept === null || this.#kept.secret === null) return
    this.#write({ ...this.#kept, secret: null })
  }

  #write(kept: Kept): void {
    writeSecretFile(this.#path, JSON.stringify(kept))
    this.#kept = kept
  }
}

function readKept(path: string): Kept | null {
  const bytes = readSecretFile(path)
  if (bytes === null) return null
  try {
    return Kept.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw new PerigeeError(
      'internal',
      `The enrolment in ${path} cannot be read. Remove the file, and enrol this orb again.`,
      error,
    )
  }
}
