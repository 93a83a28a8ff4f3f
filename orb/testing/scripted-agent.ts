import { BUILT_IN, bundled } from './bundled.ts'

let built: Promise<string> | null = null

/** The path of the scripted agent as a program: built once for all test files of this process. */
export function scriptedAgent(): Promise<string> {
  // In one piece it starts in half the time.
  built ??= bundled('orb/scripted-agent/main.ts', BUILT_IN).then(({ path, remove }) => {
    process.once('exit', remove)
    return path
  })
  return built
}
