/** Bytes as base64url without padding. */
export function base64urlText(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The bytes of base64url. Throws a TypeError for anything else, spare bits at the end that are not zero among it. */
export function base64urlBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) throw new TypeError('This is no base64url.')
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  if (base64urlText(bytes.subarray(-(bytes.length % 3 || 3))) !== text.slice(-(text.length % 4 || 4)))
    throw new TypeError('This is no base64url.')
  return bytes
}
