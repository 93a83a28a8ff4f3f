import { shownCode } from '../../shared/devices/pairing.ts'
import { shown } from '../device/terminal-text.ts'
import { qr } from './terminal.ts'

/** A way in as a terminal shows it: the link, its QR code, and the code to type. */
export function wayIn(url: string, code: string): string {
  return `\n${qr(url)}\n\nOpen  ${shown(url)}\nCode  ${shown(shownCode(code))}\n`
}

/** What to do where only this machine can open the link. */
export const NEEDS_HTTPS = 'A phone needs HTTPS: docs/deploy.md says how to give this relay a public address.'
