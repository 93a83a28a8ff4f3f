import { spawnSync } from 'node:child_process'

/**
 * Installs Debian's packages, and says whether that worked. Another installation that is under way is waited for.
 *
 * @param {string[]} packages
 */
export function aptInstall(packages) {
  const lock = ['-o', 'DPkg::Lock::Timeout=300']
  return (
    run('apt-get', [...lock, 'update', '-qq']) &&
    run('apt-get', [...lock, 'install', '-y', '-qq', '--no-install-recommends', ...packages])
  )
}

/**
 * @param {string} command
 * @param {string[]} words
 */
function run(command, words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, words, { stdio: 'inherit', env }).status === 0
}
