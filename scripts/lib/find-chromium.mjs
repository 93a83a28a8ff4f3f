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

/**
 * Path of Chromium without its window, toolbars and extensions, or null where there is none. It draws and runs the
 * same pages with two thirds of the processor's time, and knows nothing of installing an app.
 */
export function findHeadlessShell() {
  const place = '/usr/bin/chromium-headless-shell'
  return process.env['PERIGEE_CHROMIUM'] === undefined && isExecutable(place) ? place : null
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
