import { PassThrough } from 'node:stream'
import type { HarnessProcess, Provider } from '../../orb/harness/provider.ts'
import { LineSplitter } from '../../orb/harness/line-splitter.ts'
import type { TapeLine } from './tape.ts'

/** A provider that starts harnesses as another does, and keeps every line that goes between them and the runner. */
export function recording(provider: Provider, tape: TapeLine[]): Provider {
  return {
    ...provider,
    async start(launch, waits) {
      return tapped(await provider.start(launch, waits), tape)
    },
  }
}

function tapped(process: HarnessProcess, tape: TapeLine[]): HarnessProcess {
  const stdout = new PassThrough()
  const splitter = new LineSplitter()
  process.stdout.on('data', (chunk: Buffer) => {
    for (const line of splitter.push(chunk)) tape.push({ dir: 'in', line: line.toString() })
  })
  process.stdout.pipe(stdout)
  return {
    pid: process.pid,
    stdout,
    exited: process.exited,
    write: (text) => {
      for (const line of text.split('\n')) if (line !== '') tape.push({ dir: 'out', line })
      return process.write(text)
    },
    stderrTail: () => process.stderrTail(),
    stop: () => process.stop(),
    kill: () => process.kill(),
  }
}
