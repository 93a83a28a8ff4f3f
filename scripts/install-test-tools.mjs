// Installs what the tests need beyond npm's packages: Chromium, bubblewrap, and the harnesses that they drive.
// Runs before `npm test`; `npm run setup:test` runs it alone. It needs the network only where something is missing.
import { spawnSync } from 'node:child_process'
import { aptInstall } from './lib/apt-install.mjs'
import { findChromium, findHeadlessShell } from './lib/find-chromium.mjs'
import { harnessFolders, installHarnesses } from './lib/harness-packages.mjs'

const ready = installChromium() && installHarnesses(harnessFolders.usual)
installHeadlessShell()
installBubblewrap()
process.exitCode = ready ? 0 : 1

function installChromium() {
  const there = findChromium()
  if (there !== null) {
    console.log(`Chromium: ${there}`)
    return true
  }
  console.log("Chromium: not found; installing Debian's.")
  const installed = aptInstall(['chromium', 'fonts-dejavu-core']) && findChromium() !== null
  if (!installed) {
    console.error(
      'Chromium could not be installed, and the browser tests need it. Install Chromium 120 or newer and, ' +
        'if it is not in /usr/bin, set PERIGEE_CHROMIUM to its path. Then run this again.',
    )
  }
  return installed
}

/** Without it all pages run in the whole Chromium, which takes longer. */
function installHeadlessShell() {
  if (process.platform !== 'linux' || process.env['PERIGEE_CHROMIUM'] !== undefined) return
  if (findHeadlessShell() === null) {
    console.log("Chromium's headless shell: not found; installing Debian's.")
    aptInstall(['chromium-headless-shell'])
  }
  console.log(`Chromium's headless shell: ${findHeadlessShell() ?? 'not to be had; the tests take longer'}`)
}

/** Without it the tests of isolation fail with a sentence, and the others run. */
function installBubblewrap() {
  if (process.platform !== 'linux') return
  const version = () => spawnSync('bwrap', ['--version'], { encoding: 'utf8' })
  if (version().status !== 0) {
    console.log("bubblewrap: not found; installing Debian's.")
    aptInstall(['bubblewrap'])
  }
  const { status, stdout } = version()
  if (status === 0) console.log(`bubblewrap: ${stdout.trim()}`)
  else
    console.error(
      'bubblewrap could not be installed, and the tests of isolation need it. Install version 0.8 or newer.',
    )
}
