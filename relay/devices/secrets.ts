import { createHash, randomBytes } from 'node:crypto'

/** SHA-256 of a secret's text as hexadecimal digits: the only form in which the ledger knows secrets. */
export function sha256(secret: string | Uint8Array): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** 256 random bits, base64url: a session's or a request's token. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
