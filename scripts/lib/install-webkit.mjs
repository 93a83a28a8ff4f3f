import { existsSync } from 'node:fs'
import { aptInstall } from './apt-install.mjs'

/** What tests/webkit starts: a screen without a monitor, and WebKit's driver, which brings its browser. */
const PROGRAMS = ['/usr/bin/xvfb-run', '/usr/bin/WebKitWebDriver']

/** Finds Debian's WebKit or installs it; false, with a sentence on stderr, where it is neither there nor to be had. */
export function installWebKit() {
  const there = () => PROGRAMS.every((path) => existsSync(path))
  if (there()) return true
  console.log("WebKit: not found; installing Debian's.")
  if (aptInstall(['webkit2gtk-driver', 'xvfb', 'xauth']) && there()) return true
  console.error(
    'WebKit could not be installed, and tests/webkit needs it: webkit2gtk-driver and xvfb of Debian 12 or newer.',
  )
  return false
}
