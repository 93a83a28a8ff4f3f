import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Pictures of the app for the sheet on which a system offers to install it, taken from the real app. */
const folder = join(root, 'icons/screenshots')

/**
 * The manifest's list of what is in icons/screenshots: `the-fleet.png` is labelled "The fleet", and upright ones are a
 * phone's. Without pictures the list is empty, and systems show a plain sheet.
 */
export function manifestScreenshots() {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .toSorted()
    .map((file) => {
      const { width, height } = pngSize(readFileSync(join(folder, file)))
      return {
        src: `/screenshots/${file}`,
        type: 'image/png',
        sizes: `${width}x${height}`,
        form_factor: height > width ? /** @type {const} */ ('narrow') : /** @type {const} */ ('wide'),
        label: labelOf(file),
      }
    })
}

/** @param {Buffer} png whose first chunk is its header, as in every PNG */
function pngSize(png) {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

/** @param {string} file */
function labelOf(file) {
  const words = file.replace(/\.png$/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
