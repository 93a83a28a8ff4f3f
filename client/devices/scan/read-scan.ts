import { readPairingFragment, type PairingLink } from '../../../shared/devices/pairing.ts'

/** What a scanned text turned out to be. */
export type Scan =
  | { readonly kind: 'invitation'; readonly link: PairingLink }
  /** An invitation to another address than this page's own. */
  | { readonly kind: 'other-relay'; readonly host: string }
  | { readonly kind: 'other' }

/** Reads what a camera saw. `origin`: of this page. An invitation counts at its own relay alone. */
export function readScan(text: string, origin: string): Scan {
  const url = URL.canParse(text) ? new URL(text) : null
  const link = url?.pathname === '/pair' ? readPairingFragment(url.hash) : null
  if (url === null || link === null) return { kind: 'other' }
  return url.origin === origin ? { kind: 'invitation', link } : { kind: 'other-relay', host: url.host }
}
