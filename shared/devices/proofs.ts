import * as z from 'zod/mini'
import { Id, Millis, Sha256 } from '../ids.ts'
import { Signature } from './keys.ts'

/** What a device signs for a session: bound to the relay's origin, so that no other relay can use it. */
export function sessionText(origin: string, nonce: string, deviceId: string): string {
  return ['perigee-session-v1', origin, nonce, deviceId].join('\n')
}

/** A request that a device's key proves, in place of cookie and Origin: one signature for each request. */
export interface ProvedRequest {
  readonly deviceId: string
  readonly method: string
  /** With its query. */
  readonly path: string
  /** The Host header. */
  readonly host: string
  /** Milliseconds; within 60 s of the relay's clock. */
  readonly at: number
  /** New for each request; a seen one is refused. */
  readonly nonce: string
  /** SHA-256 of the body's bytes, of none where there is no body. */
  readonly bodySha256: string
}

/** What is signed of such a request. */
export function requestText({ deviceId, method, path, host, at, nonce, bodySha256 }: ProvedRequest): string {
  return ['perigee-request-v1', deviceId, method, path, host, at, nonce, bodySha256].join('\n')
}

const Fields = z.object({ device: Id, at: Millis, nonce: Id, body: Sha256, sig: Signature })

/** What a `Perigee-Device` Authorization header says. */
export interface RequestProof extends Pick<ProvedRequest, 'deviceId' | 'at' | 'nonce' | 'bodySha256'> {
  readonly signature: string
}

/** `Perigee-Device device=ID,at=MS,nonce=ID,body=SHA256,sig=BASE64URL`. */
export function proofHeader({ deviceId, at, nonce, bodySha256, signature }: RequestProof): string {
  return `Perigee-Device device=${deviceId},at=${at},nonce=${nonce},body=${bodySha256},sig=${signature}`
}

/** Reads such a header; null for anything else. */
export function parseProofHeader(header: string): RequestProof | null {
  const rest = header.startsWith('Perigee-Device ') ? header.slice('Perigee-Device '.length) : null
  if (rest === null) return null
  const pairs = rest.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  const given = Object.fromEntries(pairs) as Record<string, string>
  const fields = Fields.safeParse({ ...given, at: /^\d{1,16}$/.test(given['at'] ?? '') ? Number(given['at']) : null })
  if (!fields.success || pairs.length !== 5) return null
  const { device: deviceId, at, nonce, body: bodySha256, sig: signature } = fields.data
  return { deviceId, at, nonce, bodySha256, signature }
}
