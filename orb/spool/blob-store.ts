import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wellFormed } from '../../shared/json/canonical.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { BlobRef } from '../../shared/transcripts/bodies.ts'
import type { OrbDatabase } from './database.ts'
import type { Journal } from './journal.ts'

/** Characters of a text that stay in the reference, for showing. */
const PREVIEW_CHARS = 1000

/** A blob that the relay does not have yet for this thread. Null: kept before blobs had threads. */
export interface WaitingBlob {
  readonly sha256: string
  readonly threadId: string | null
}

/**
 * Large parts of bodies on this orb's disk, by hash, until the relay has them. Each is brought once for each thread that
 * it is part of, since who sees one thread alone may read that one's blobs.
 */
export class BlobStore {
  readonly #folder: string
  readonly #journal: Journal
  readonly #add
  readonly #uploaded
  readonly #waiting
  readonly #isWaiting

  constructor(folder: string, db: OrbDatabase, journal: Journal) {
    this.#folder = folder
    this.#journal = journal
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#add = db.prepare('INSERT INTO blobs (sha256, thread_id, uploaded) VALUES (?, ?, 0) ON CONFLICT DO NOTHING')
    this.#uploaded = db.prepare('UPDATE blobs SET uploaded = 1 WHERE sha256 = ? AND thread_id IS ?')
    this.#waiting = db.prepare<[number], WaitingBlob>(
      'SELECT sha256, thread_id AS threadId FROM blobs WHERE uploaded = 0 LIMIT ?',
    )
    this.#isWaiting = db.prepare<[string]>('SELECT 1 FROM blobs WHERE uploaded = 0 AND sha256 = ?')
  }

  /** Keeps a text of a thread; what is longer than a blob may be is cut. */
  keepText(threadId: string, text: string, mediaType = 'text/plain'): BlobRef {
    const clean = wellFormed(text)
    const bytes = Buffer.from(clean, 'utf8')
    const cut = bytes.length > LIMITS.blobBytes ? bytes.subarray(0, LIMITS.blobBytes) : bytes
    return { ...this.keepBytes(threadId, cut, mediaType), preview: wellFormed(clean.slice(0, PREVIEW_CHARS)) }
  }

  /**
   * Keeps bytes of a thread. They are synced before the reference is given out: an event must not name what a crash can
   * lose.
   */
  keepBytes(threadId: string, bytes: Uint8Array, mediaType: string): BlobRef {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const path = join(this.#folder, sha256)
    if (!existsSync(path)) writeSynced(path, bytes)
    this.#journal.enqueue(() => this.#add.run(sha256, threadId))
    return { type: 'blob', sha256, bytes: bytes.length, mediaType, preview: '' }
  }

  /** Blobs that the relay does not have yet, or not yet for that thread. */
  waiting(limit: number): WaitingBlob[] {
    return this.#waiting.all(limit)
  }

  /** The bytes of a blob, or null where they are gone. */
  async read(sha256: string): Promise<Uint8Array | null> {
    return readFile(join(this.#folder, sha256)).catch(() => null)
  }

  /** The relay has this blob for this thread (or never can have it). The file goes with the last thread that waits. */
  done({ sha256, threadId }: WaitingBlob): void {
    this.#journal.enqueue(() => this.#uploaded.run(sha256, threadId))
    if (!this.#journal.commit() || this.#isWaiting.get(sha256) !== undefined) return
    // At once: another thread that keeps the same bytes meanwhile would believe them to be here.
    rmSync(join(this.#folder, sha256), { force: true })
  }
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const part = `${path}.part`
  const file = openSync(part, 'w', 0o600)
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(part, path)
}
