import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './process-identity.ts'

/** How long a killed group may take to disappear before it is given up. */
const GONE_MS = 1000

/** Sends a signal to every process of a group; false where there is none left. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-leader, signal)
    return true
  } catch {
    return false
  }
}

/** Kills every process of a group and waits until none is left. */
export async function killGroup(leader: number): Promise<void> {
  const until = Date.now() + GONE_MS
  while (signalGroup(leader, 'SIGKILL') && isAlive(-leader) && Date.now() < until) await sleep(10)
}
