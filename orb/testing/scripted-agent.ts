import { bundled } from './bundled.ts'

let built: Promise<string> | null = null

/** The path of the scripted agent as a program: built once for all test files of this process. */
export function scriptedAgent(): Promise<string> {
  built ??= bundled('orb/scripted-agent/main.ts').then(({ path, remove }) => {
    process.once('exit', remove)
    return path
  })
  return built
}
