import { helloProofText, type Hello } from '../../shared/link/messages.ts'

const { subtle } = globalThis.crypto

/** True where the hello is signed, for this nonce, by the key that it names. */
export async function isHelloSigned(nonce: string, hello: Hello): Promise<boolean> {
  try {
    const point = Buffer.from(hello.key, 'base64url')
    const key = await subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    const text = new TextEncoder().encode(helloProofText(nonce, hello))
    const proof = Buffer.from(hello.proof, 'base64url')
    return await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, proof, text)
  } catch {
    // No point of the curve: as wrong as a wrong signature.
    return false
  }
}
