import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Pictures of the app for the sheet on which a system offers to install it, taken from the real app. */
const folder = join(root, 'icons/screenshots')

/**
 * The manifest's list of what is in icons/screenshots: `the-fleet.webp` is labelled "The fleet", and upright ones are a
 * phone's. Without pictures the list is empty, and systems show a plain sheet.
 */
export function manifestScreenshots() {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.webp'))
    .toSorted()
    .map((file) => {
      const { width, height } = webpSize(readFileSync(join(folder, file)))
      return {
        src: `/screenshots/${file}`,
        type: 'image/webp',
        sizes: `${width}x${height}`,
        form_factor: height > width ? /** @type {const} */ ('narrow') : /** @type {const} */ ('wide'),
        label: labelOf(file),
      }
    })
}

/** What a frame of WebP's usual, lossy kind begins with, behind its tag of three bytes. */
const startCode = Buffer.from([0x9d, 0x01, 0x2a])

/**
 * Width and height of a lossy WebP: 14 bits of two bytes each, behind the start code.
 *
 * @param {Buffer} webp
 */
function webpSize(webp) {
  const at = webp.indexOf(startCode)
  if (at < 0)
    throw new Error('A picture in icons/screenshots is no lossy WebP: remove it, then npm run screenshots -- --docs')
  return { width: webp.readUInt16LE(at + 3) & 0x3fff, height: webp.readUInt16LE(at + 5) & 0x3fff }
}

/** @param {string} file */
function labelOf(file) {
  const words = file.replace(/\.webp$/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
