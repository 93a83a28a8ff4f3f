import { wellFormed } from '../../shared/json/canonical.ts'

/** What a disk takes as the name of a file, in characters. */
const NAME_CHARS = 120

/**
 * The value of Content-Disposition for a file of that path (RFC 6266). A name is the agent's to choose: nothing in it
 * ends the header, names a folder, or turns the direction of writing to hide what it ends in.
 */
export function contentDisposition(kind: 'inline' | 'attachment', path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const whole = wellFormed(last).replace(/[\p{C}"\\/:*?<>|]/gu, '_')
  // A cut may go through a character.
  const safe = wellFormed(whole.slice(-NAME_CHARS)).trim()
  const name = safe === '' ? 'file' : safe
  const plain = name.replace(/[^\x20-\x7e]|%/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => '%' + sign.charCodeAt(0).toString(16))
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
