import { join } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { EnrolmentString } from '../../shared/devices/enrolment.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import { generationOf, identify, raisedGeneration, raiseGeneration } from '../keys/enrolling.ts'
import { EnrolmentFile } from '../keys/enrolment-file.ts'
import type { OrbIdentity } from '../keys/orb-key.ts'
import { makeSecretFolder } from '../keys/secret-file.ts'
import { openRosterBook, type RosterBook } from '../roster/roster-book.ts'
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
  /** The workspace's, from 1. */
  readonly generation: number
  readonly enrolment: EnrolmentFile
  readonly roster: RosterBook
  readonly db: OrbDatabase
  readonly journal: Journal
  readonly facts: Facts
  readonly spool: Spool
  readonly blobs: BlobStore
  /** Where the long parts of a thread's bodies go. */
  readonly keepFor: (threadId: string) => Keep
  /** Adds a report to the spool. */
  readonly report: (report: KnownReport) => void
  readonly close: () => void
}

/**
 * Opens an orb's state folder for this process alone, and makes it where there is none. `given`: an enrolment that the
 * orb has not seen yet.
 * @throws PerigeeError where another runner has it, where it is damaged, where this orb was taken over for good, or
 *   where the enrolment is not for it
 */
export async function openOrbStore(folder: string, given: EnrolmentString | null = null): Promise<OrbStore> {
  makeSecretFolder(folder)
  const unlock = lockFolder(folder)
  let close = unlock
  try {
    const db = openOrbDatabase(join(folder, 'spool.sqlite'))
    const journal = new Journal(db)
    close = () => {
      journal.close()
      db.close()
      unlock()
    }
    return { ...(await openStore(folder, db, journal, given)), close }
  } catch (error) {
    close()
    throw error
  }
}

async function openStore(
  folder: string,
  db: OrbDatabase,
  journal: Journal,
  given: EnrolmentString | null,
): Promise<Omit<OrbStore, 'close'>> {
  const facts = new Facts(db, journal)
  if (facts.get('fenced') !== null) {
    throw new PerigeeError(
      'gone',
      `A newer generation took over this orb, so it does not start again. What it had to say is kept in ${folder}.`,
    )
  }
  const spool = new Spool(db, journal, facts)
  const roster = await openRosterBook(db, journal, facts)
  const enrolment = new EnrolmentFile(folder)
  const isNew = given !== null && given.enrolment.enrolmentId !== enrolment.enrolment?.enrolmentId
  const news = isNew ? given : null
  const raised = news === null ? null : raisedGeneration(facts, news.enrolment)
  if (news !== null) roster.refuseOther(news.enrolment.founding)
  const identity = await identify(folder, facts, news?.enrolment ?? null)
  if (news !== null) roster.pin(news.enrolment.founding)
  if (raised !== null) {
    // What was said in an earlier generation and not acknowledged goes on as part of the new one.
    spool.startNewStream()
    raiseGeneration(facts, raised)
  }
  // Last: until it is kept, a start after a crash does all of this again.
  if (news !== null) enrolment.keep(news)
  const blobs = new BlobStore(join(folder, 'blobs'), db, journal)
  journal.commit()
  return {
    identity,
    generation: generationOf(facts),
    enrolment,
    roster,
    db,
    journal,
    facts,
    spool,
    blobs,
    keepFor: (threadId) => keepIn(blobs, threadId),
    report: (report) => void spool.append({ at: Date.now(), report }),
  }
}

function keepIn(blobs: BlobStore, threadId: string): Keep {
  return {
    text: (text, mediaType) => blobs.keepText(threadId, text, mediaType),
    base64: (data, mediaType) => blobs.keepBytes(threadId, Buffer.from(data, 'base64'), mediaType.slice(0, 100)),
  }
}
