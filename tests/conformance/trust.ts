import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listeningPorts } from '../support/listening-ports.ts'
import { task } from './evidence.ts'
import { MARK, type ConformanceStage } from './stage.ts'
import type { Traits } from './traits.ts'

/** What its commands see of its environment, and where it could be answered from inside. */
export async function trustTraits({ manifest, running, processes }: ConformanceStage, traits: Traits): Promise<void> {
  const { envVisibleToShell, localPorts } = manifest.trust
  const seen = join(running.workspace, 'seen.txt')
  await task(running, `@sudo env > ${seen}\n@say Looked.`)
  const shown = existsSync(seen) ? readFileSync(seen, 'utf8').includes(`${MARK.name}=${MARK.value}`) : 'no command ran'
  traits.same('commands see its environment', envVisibleToShell, shown)

  const pid = processes.at(-1)?.pid
  const listens = pid === undefined ? [] : listeningPorts(pid)
  // One that finds its port taken may choose another: that it listens is what matters.
  traits.judged('local ports', words(localPorts), words(listens), localPorts.length > 0 === listens.length > 0)
}

function words(ports: readonly number[]): string {
  return ports.length === 0 ? 'none' : ports.join(', ')
}
