import { p256 } from '@noble/curves/nist.js'
import { scrypt } from '@noble/hashes/scrypt.js'
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { base64urlText } from '../json/base64url.ts'
import type { PublicKey } from './keys.ts'

/** A recovery key: who holds it can revoke every device and add one owner. */
export interface RecoveryKey {
  readonly key: PublicKey
  /** ECDSA P-256 with SHA-256, IEEE P1363, base64url: as devices sign. */
  sign(text: string): string
}

/** 128 bits have nothing to fear from guessing; the cost only keeps a weak source of randomness from being cheap to search. */
const COST = { N: 2 ** 14, r: 8, p: 1, dkLen: 48 } as const
const SALT = 'perigee-recovery-v1'

/** A new phrase: 128 random bits as 12 words of the BIP 39 list, whose last word holds a check. */
export function newRecoveryPhrase(): string {
  return entropyToMnemonic(crypto.getRandomValues(new Uint8Array(16)), wordlist)
}

/** What a person typed as a phrase, tidied; null where a word or the check is wrong. */
export function readRecoveryPhrase(typed: string): string | null {
  const phrase = typed
    .normalize('NFKD')
    .toLowerCase()
    .trim()
    .split(/[\s,]+/)
    .join(' ')
  try {
    return mnemonicToEntropy(phrase, wordlist).length === 16 ? phrase : null
  } catch {
    return null
  }
}

/** The key of a phrase: its scalar is scrypt over the 128 bits, reduced as FIPS 186-5 A.2.1 does. Takes some 100 ms. */
export function recoveryKey(phrase: string): RecoveryKey {
  const secret = scrypt(mnemonicToEntropy(phrase, wordlist), new TextEncoder().encode(SALT), COST)
  const scalar = p256.utils.randomSecretKey(secret)
  const point = base64urlText(p256.getPublicKey(scalar, false))
  return {
    key: { alg: 'p256', point },
    sign: (text) => base64urlText(p256.sign(new TextEncoder().encode(text), scalar)),
  }
}
