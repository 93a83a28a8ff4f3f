import { join } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import { loadOrbIdentity, type OrbIdentity } from '../keys/orb-key.ts'
import { makeSecretFolder } from '../keys/secret-file.ts'
import type { Keep } from '../transcripts/fit.ts'
import { BlobStore } from './blob-store.ts'
import { openOrbDatabase, type OrbDatabase } from './database.ts'
import { Facts } from './facts.ts'
import { Journal } from './journal.ts'
import { lockFolder } from './lock.ts'
import { Spool } from './spool.ts'

/** Everything that an orb keeps on its own disk. */
export interface OrbStore {
  readonly identity: OrbIdentity
  readonly db: OrbDatabase
  readonly journal: Journal
  readonly facts: Facts
  readonly spool: Spool
  readonly blobs: BlobStore
  /** Where the long parts of bodies go. */
  readonly keep: Keep
  /** Adds a report to the spool. */
  readonly report: (report: KnownReport) => void
  readonly close: () => void
}

/**
 * Opens an orb's state folder for this process alone, and makes it where there is none.
 * @throws PerigeeError where another runner has it, where it is damaged, or where this orb was taken over for good
 */
export async function openOrbStore(folder: string): Promise<OrbStore> {
  makeSecretFolder(folder)
  const unlock = lockFolder(folder)
  try {
    const identity = await loadOrbIdentity(join(folder, 'orb.key'))
    const db = openOrbDatabase(join(folder, 'spool.sqlite'))
    const journal = new Journal(db)
    const facts = new Facts(db, journal)
    if (facts.get('fenced') !== null) {
      db.close()
      throw new PerigeeError(
        'gone',
        `A newer generation took over this orb, so it does not start again. What it had to say is kept in ${folder}.`,
      )
    }
    const spool = new Spool(db, journal, facts)
    const blobs = new BlobStore(join(folder, 'blobs'), db, journal)
    journal.commit()
    return {
      identity,
      db,
      journal,
      facts,
      spool,
      blobs,
      keep: keepIn(blobs),
      report: (report) => void spool.append({ at: Date.now(), report }),
      close: () => {
        journal.close()
        db.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function keepIn(blobs: BlobStore): Keep {
  return {
    text: (text, mediaType) => blobs.keepText(text, mediaType),
    base64: (data, mediaType) => blobs.keepBytes(Buffer.from(data, 'base64'), mediaType.slice(0, 100)),
  }
}
