import { accessSync, constants } from 'node:fs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Path of the Chromium that tests and scripts drive, or null where there is none.
 * `PERIGEE_CHROMIUM` is asked first.
 */
export function findChromium() {
  const named = process.env['PERIGEE_CHROMIUM']
  const candidates = named === undefined ? places : [named]
  return candidates.find(isExecutable) ?? null
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
