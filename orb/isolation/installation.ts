import { closeSync, constants, accessSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin, linkTarget, realPlace } from './folders.ts'

/** Longer chains of links or of interpreters are a loop. */
const LONGEST_CHAIN = 16
/** Programs whose first plain argument is the program that is meant. */
const INTERPRETERS = /^(node|bun|deno|python[0-9.]*|ruby|perl|sh|bash)$/

/** The file that a command means, as a shell finds it; null where there is none. */
export function findProgram(command: string, cwd: string, path: string): string | null {
  const candidates = command.includes('/')
    ? [resolve(cwd, command)]
    : path.split(':').map((folder) => join(folder === '' ? cwd : folder, command))
  return candidates.find(mayBeRun) ?? null
}

/**
 * The folders and files that a program needs of its own installation: where it is found, where its links lead, what
 * interprets it, and the packages beside it. `tooWide` are folders that must not be shown whole, such as a home folder.
 */
export function installationOf(
  command: { readonly file: string; readonly args: readonly string[] },
  cwd: string,
  path: string,
  tooWide: readonly string[],
): string[] {
  const places = new Set<string>()
  const look = (file: string, depth: number): void => {
    if (depth > LONGEST_CHAIN) return
    for (const hop of hopsOf(file)) for (const place of placesOf(hop, tooWide)) places.add(place)
    const interpreter = interpreterOf(file, cwd, path)
    if (interpreter !== null) look(interpreter, depth + 1)
  }
  look(command.file, 0)
  const script = INTERPRETERS.test(basename(command.file)) ? command.args.find((word) => !word.startsWith('-')) : null
  if (script !== undefined && script !== null && isFile(resolve(cwd, script))) look(resolve(cwd, script), 0)
  return [...places]
}

/**
 * What is shown so that a program can be run that lies here: the outermost node_modules that it lies in, or the prefix
 * whose bin/ it is in, or its folder; never a folder that is too wide, then only what is nearer. Files alone are named
 * where nothing else is left.
 */
export function placeOf(file: string, tooWide: readonly string[]): string {
  const modules = /^(.*?\/node_modules)\//.exec(file)?.[1]
  if (modules !== undefined) return modules
  const folder = dirname(file)
  const prefix = dirname(folder)
  // What lies right below a home folder, such as ~/.local or ~/.cargo, holds more than a program: keys, sign-ins.
  const isPersonal = tooWide.includes(dirname(prefix))
  if (basename(folder) === 'bin' && !isTooWide(prefix, tooWide) && !isPersonal) return prefix
  return isTooWide(folder, tooWide) ? file : folder
}

/** The place of a program, and the packages that it loads where it is no installed package itself. */
function placesOf(file: string, tooWide: readonly string[]): string[] {
  const place = placeOf(file, tooWide)
  if (basename(place) === 'node_modules') return [place]
  for (let folder = dirname(file); !isTooWide(folder, tooWide); folder = dirname(folder)) {
    const parts = ['package.json', 'node_modules'].map((name) => join(folder, name))
    if (existsSync(parts[0] ?? '')) return [place, ...parts.filter((part) => existsSync(part))]
  }
  return [place]
}

function isTooWide(folder: string, tooWide: readonly string[]): boolean {
  return folder === '/' || tooWide.some((one) => isWithin(one, folder))
}

/** A file, each file that its links lead to, and where it really is. */
function hopsOf(file: string): string[] {
  const hops = [file]
  for (let next = linkTarget(file); next !== null && hops.length < LONGEST_CHAIN; next = linkTarget(next)) {
    hops.push(next)
  }
  return [...new Set([...hops, realPlace(file)])]
}

/** The program that a script names in its first line. */
function interpreterOf(file: string, cwd: string, path: string): string | null {
  const [, program = '', rest = ''] = /^#!\s*(\S+)[ \t]*(.*)/.exec(firstBytes(file)) ?? []
  if (program === '') return null
  if (basename(program) !== 'env') return mayBeRun(program) ? program : null
  const word = rest.split(/\s+/).find((one) => one !== '' && !one.startsWith('-') && !one.includes('='))
  return word === undefined ? null : findProgram(word, cwd, path)
}

function firstBytes(file: string): string {
  let opened: number | null = null
  try {
    opened = openSync(file, 'r')
    const bytes = Buffer.alloc(256)
    return bytes.toString('latin1', 0, readSync(opened, bytes))
  } catch {
    return ''
  } finally {
    if (opened !== null) closeSync(opened)
  }
}

function mayBeRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return isFile(file)
  } catch {
    return false
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}
