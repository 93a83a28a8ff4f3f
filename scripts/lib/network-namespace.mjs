import { spawnSync } from 'node:child_process'

const enter = ['bash', '-c', 'ip link set lo up && exec "$@"', 'bash']

/**
 * The words to put before a command so that it runs in a network namespace which holds nothing but
 * loopback, or null where this machine does not allow one. A test that needs the outside then fails.
 */
export function emptyNetwork() {
  const ways = [
    ['unshare', '-n', ...enter],
    ['unshare', '-r', '-n', ...enter],
  ]
  return ways.find(([command = '', ...words]) => spawnSync(command, [...words, 'true']).status === 0) ?? null
}
