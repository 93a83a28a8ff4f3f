import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { arch, platform } from 'node:process'
import { dirname, join } from 'node:path'
import { fillText, type TemplateValues } from './templates.ts'

/** How far above a script its package's neighbours are looked for. */
const LEVELS = 8

/**
 * The program that a package's script would only start: the first of `native` that lies in a `node_modules` beside or
 * above `script`. Null where there is none, and the script is started after all.
 */
export function nativeProgram(script: string, native: readonly string[], values: TemplateValues): string | null {
  const names = native.map((name) => fillText(name, values)).filter((name) => name !== null)
  let folder = dirname(realpathSync(script))
  for (let level = 0; level < LEVELS; level += 1) {
    for (const name of names) {
      for (const place of [join(folder, 'node_modules', name), join(folder, name)]) {
        if (existsSync(place)) return place
      }
    }
    const above = dirname(folder)
    if (above === folder) return null
    folder = above
  }
  return null
}

/** What of a machine decides which program runs on it. */
export function machineValues(): Pick<TemplateValues, 'os' | 'arch' | 'baseline'> {
  return { os: platform, arch, baseline: hasAvx2() ? '' : '-baseline' }
}

/** Elsewhere than on Linux, x64 processors without AVX2 are too old to matter. */
function hasAvx2(): boolean {
  if (platform !== 'linux' || arch !== 'x64') return true
  try {
    return /\bavx2\b/.test(readFileSync('/proc/cpuinfo', 'latin1'))
  } catch {
    return true
  }
}
