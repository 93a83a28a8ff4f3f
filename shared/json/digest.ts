import { canonicalJson } from './canonical.ts'

/** SHA-256 of bytes, as 64 lower-case hexadecimal digits. Needs a secure context in a browser. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const copy = new Uint8Array(bytes)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', copy))
  let hex = ''
  for (const byte of hash) hex += byte.toString(16).padStart(2, '0')
  return hex
}

/** SHA-256 of the canonical JSON (RFC 8785) of a value. Throws what canonicalJson throws. */
export function digestOf(value: unknown): Promise<string> {
  return sha256Hex(new TextEncoder().encode(canonicalJson(value)))
}

/** The number of UTF-8 bytes of a value's JSON. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length
}
