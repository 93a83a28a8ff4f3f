import { PassThrough } from 'node:stream'
import type { HarnessExit, HarnessProcess, Provider } from '../../orb/harness/provider.ts'
import { noneProvider } from '../../orb/harness/none-provider.ts'
import { WORKSPACE, type TapeLine } from './tape.ts'

/** A harness that says what it said on a tape, as soon as the runner has said its part. */
export interface Player {
  readonly provider: Provider
  /** What the runner said that is not on the tape, and the next thing on the tape that it did not say. */
  differences(): { unheard: string | null; unexpected: readonly string[] }
}

/** Plays a tape to a runner, whatever folder its agent works in. */
export function playing(tape: readonly TapeLine[]): Player {
  const stdout = new PassThrough()
  const said: string[] = []
  let workspace = WORKSPACE
  let at = 0
  let onExit: (exit: HarnessExit) => void = () => {}
  const exited = new Promise<HarnessExit>((resolve) => {
    onExit = resolve
  })

  // What the runner says may come in another order than on the tape; what the harness says does not.
  const play = (): void => {
    for (let next = tape[at]; next !== undefined; next = tape[at]) {
      if (next.dir === 'in') {
        stdout.write(`${next.line.replaceAll(WORKSPACE, workspace)}\n`)
      } else {
        const index = said.indexOf(comparable(next.line))
        if (index < 0) return
        said.splice(index, 1)
      }
      at += 1
    }
  }
  const end = (): Promise<void> => {
    stdout.end()
    onExit({ code: 0, signal: null })
    return Promise.resolve()
  }
  const harness: HarnessProcess = {
    // No process of this machine has this number.
    pid: 2 ** 30,
    stdout,
    exited,
    write(text) {
      const lines = text.replaceAll(workspace, WORKSPACE).split('\n')
      said.push(...lines.filter((line) => line !== '').map(comparable))
      play()
      return Promise.resolve()
    },
    stderrTail: () => '',
    stop: end,
    kill: end,
  }
  return {
    provider: {
      ...noneProvider,
      start(launch) {
        workspace = launch.cwd
        play()
        return Promise.resolve(harness)
      },
    },
    differences: () => {
      const unheard = tape[at]
      return { unheard: unheard === undefined ? null : comparable(unheard.line), unexpected: said }
    },
  }
}

/** The version of the runner, which it tells harnesses, is no difference. */
function comparable(line: string): string {
  return line.replace(/("clientInfo":\{[^}]*"version":")[^"]*/, '$1')
}
