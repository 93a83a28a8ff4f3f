import { join } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Enrolment } from '../../shared/devices/enrolment.ts'
import type { Facts } from '../spool/facts.ts'
import { loadOrbIdentity, makeIdentity, type OrbIdentity } from './orb-key.ts'
import { readSecretFile } from './secret-file.ts'

const ORB_ID = 'orb-id'
const GENERATION = 'generation'

/** The generation of this orb's workspace, from 1; only an enrolment raises it. */
export function generationOf(facts: Facts): number {
  return Number(facts.get(GENERATION) ?? 1)
}

/**
 * Who this orb is. A new orb makes its key; an enrolment of a known one for the generation that it is in means a new
 * key, on this machine or on another.
 * @throws PerigeeError where the enrolment is for another orb, or the key of a known orb is gone
 */
export async function identify(folder: string, facts: Facts, enrolment: Enrolment | null): Promise<OrbIdentity> {
  const path = join(folder, 'orb.key')
  const hasKey = readSecretFile(path) !== null
  const known = facts.get(ORB_ID)
  const meant = enrolment?.orbId ?? null
  if (known !== null && meant !== null && known !== meant) throw otherOrb(folder)
  if (known !== null && meant === null && !hasKey) {
    throw new PerigeeError(
      'not-found',
      `This orb's key is gone from ${folder}. Put it back from a copy, or let an owner enrol this very orb again: ` +
        'it then gets a new key.',
    )
  }
  const present = await loadOrbIdentity(path, meant)
  if (meant !== null && present.orbId !== meant) throw otherOrb(folder)
  if (known === null) facts.set(ORB_ID, present.orbId)
  const isRenewed = hasKey && meant !== null && enrolment?.generation === generationOf(facts)
  return isRenewed ? makeIdentity(path, meant) : present
}

/**
 * The generation that an enrolment raises this orb to, or null where it stays.
 * @throws PerigeeError where the enrolment is for an earlier one
 */
export function raisedGeneration(facts: Facts, enrolment: Enrolment): number | null {
  if (enrolment.orbId === null) return null
  const present = generationOf(facts)
  if (enrolment.generation < present) {
    throw new PerigeeError(
      'conflict',
      `The enrolment is for generation ${enrolment.generation} of this orb, which is at ${present}. ` +
        'Nothing was changed. Let an owner make a new one.',
    )
  }
  return enrolment.generation > present ? enrolment.generation : null
}

/** Notes the new generation, once everything else that belongs to it is done. */
export function raiseGeneration(facts: Facts, generation: number): void {
  facts.set(GENERATION, String(generation))
}

function otherOrb(folder: string): PerigeeError {
  return new PerigeeError(
    'conflict',
    `The enrolment is for another orb than the one in ${folder}. Nothing was changed. ` +
      "Use that orb's own folder, or an empty one for a new machine.",
  )
}
