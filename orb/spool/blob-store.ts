import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { wellFormed } from '../../shared/json/canonical.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { BlobRef } from '../../shared/transcripts/bodies.ts'
import type { OrbDatabase } from './database.ts'
import type { Journal } from './journal.ts'

/** Characters of a text that stay in the reference, for showing. */
const PREVIEW_CHARS = 1000

/** Large parts of bodies on this orb's disk, by hash, until the relay has them. */
export class BlobStore {
  readonly #folder: string
  readonly #journal: Journal
  readonly #add
  readonly #uploaded
  readonly #waiting

  constructor(folder: string, db: OrbDatabase, journal: Journal) {
    this.#folder = folder
    this.#journal = journal
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#add = db.prepare('INSERT INTO blobs (sha256, uploaded) VALUES (?, 0) ON CONFLICT (sha256) DO NOTHING')
    this.#uploaded = db.prepare('UPDATE blobs SET uploaded = 1 WHERE sha256 = ?')
    this.#waiting = db.prepare<[number], { sha256: string }>('SELECT sha256 FROM blobs WHERE uploaded = 0 LIMIT ?')
  }

  /** Keeps a text; what is longer than a blob may be is cut. */
  keepText(text: string, mediaType = 'text/plain'): BlobRef {
    const clean = wellFormed(text)
    const bytes = Buffer.from(clean, 'utf8')
    const cut = bytes.length > LIMITS.blobBytes ? bytes.subarray(0, LIMITS.blobBytes) : bytes
    return { ...this.keepBytes(cut, mediaType), preview: wellFormed(clean.slice(0, PREVIEW_CHARS)) }
  }

  /** Keeps bytes. They are synced before the reference is given out: an event must not name what a crash can lose. */
  keepBytes(bytes: Uint8Array, mediaType: string): BlobRef {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const path = join(this.#folder, sha256)
    if (!existsSync(path)) writeSynced(path, bytes)
    this.#journal.enqueue(() => this.#add.run(sha256))
    return { type: 'blob', sha256, bytes: bytes.length, mediaType, preview: '' }
  }

  /** Hashes of blobs that the relay does not have yet. */
  waiting(limit: number): string[] {
    return this.#waiting.all(limit).map((row) => row.sha256)
  }

  /** The bytes of a blob, or null where they are gone. */
  async read(sha256: string): Promise<Uint8Array | null> {
    return readFile(join(this.#folder, sha256)).catch(() => null)
  }

  /** The relay has this blob (or never can have it): the file goes. */
  async done(sha256: string): Promise<void> {
    this.#journal.enqueue(() => this.#uploaded.run(sha256))
    if (this.#journal.commit()) await rm(join(this.#folder, sha256), { force: true })
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
