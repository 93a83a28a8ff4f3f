import { spawn } from 'node:child_process'
import { lstat, opendir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { READ_LIMITS } from '../../shared/reads/reads.ts'
import { gitOf, isRepository, namesIn } from './git.ts'
import { isGitsOwn, isHidden } from './inside.ts'
import type { Workspace } from './workspace.ts'

const FILES = 100_000
const NAMES_BYTES = 64 * 1024 * 1024

/**
 * The workspace as a gzipped tar archive: what git does not ignore, or without git everything. It is written by a
 * program that reads as the agent reads; links stay links. A stream that fails is an archive that was cut.
 * @throws PerigeeError `too-large` before anything is read, or `unavailable`
 */
export async function archiveWorkspace(workspace: Workspace, signal: AbortSignal): Promise<Readable> {
  const { agent, provider } = workspace
  const git = gitOf(agent, provider)
  const root = await realpath(agent.cwd)
  const listed = (await isRepository(git, signal))
    ? await git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { signal, maxBytes: NAMES_BYTES })
    : Buffer.from((await everyFile(root)).join('\0'))
  if (listed === null)
    throw new PerigeeError('unavailable', 'Git could not list the files of this workspace. Try again.')
  const names = await filesAmong(workspace, root, namesIn(listed))
  const args = ['--create', '--gzip', '--file=-', '--no-recursion', '--null', '--files-from=-']
  // What the agent itself may not read is left out.
  if (process.platform === 'linux') args.unshift('--ignore-failed-read')
  const launch = { command: 'tar', args, cwd: root, env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' } }
  const confined = provider.confine(launch)
  const { cwd, env, owner } = confined
  const child = spawn(confined.command, [...confined.args], { cwd, env, ...owner, stdio: ['pipe', 'pipe', 'ignore'] })
  const body = new PassThrough()
  const end = () => child.kill('SIGKILL')
  signal.addEventListener('abort', end, { once: true })
  body.once('close', end)
  child.once('error', (error) => body.destroy(error))
  child.stdin.on('error', () => undefined)
  // With `./` before it, no name is taken for an option.
  child.stdin.end(names.map((name) => `./${name}\0`).join(''))
  child.stdout.pipe(body, { end: false })
  child.once('close', (code) => {
    signal.removeEventListener('abort', end)
    // 1: a file changed while it was read.
    if (code === 0 || code === 1) body.end()
    else body.destroy(new Error('tar failed'))
  })
  return body
}

/** Of these names those that are files or links, in folders that are no links; none of them hidden, not too much. */
async function filesAmong(workspace: Workspace, root: string, names: readonly string[]): Promise<string[]> {
  const folders = new Map<string, boolean>()
  const kept: string[] = []
  let bytes = 0
  for (const name of new Set(names)) {
    if (isGitsOwn(name)) continue
    const path = join(root, name)
    const folder = dirname(path)
    if (!folders.has(folder)) {
      const real = await realpath(folder).catch(() => null)
      folders.set(folder, real === folder && !(await isHidden(workspace, real)))
    }
    const stat = folders.get(folder) === true ? await lstat(path).catch(() => null) : null
    if (stat === null || !(stat.isFile() || stat.isSymbolicLink())) continue
    kept.push(name)
    bytes += stat.size
    if (bytes > READ_LIMITS.fileBytes || kept.length > FILES) throw tooLarge()
  }
  return kept
}

async function everyFile(root: string): Promise<string[]> {
  const files: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await opendir(join(root, folder)).catch(() => null)
    if (entries === null) continue
    for await (const entry of entries) {
      if (isGitsOwn(entry.name)) continue
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(name)
      else files.push(name)
      if (files.length + folders.length > FILES) throw tooLarge()
    }
  }
  return files
}

function tooLarge(): PerigeeError {
  const most = `${READ_LIMITS.fileBytes / 1024 / 1024} MiB or ${FILES} files`
  return new PerigeeError('too-large', `The workspace has more than ${most}, which is the most that is sent at once.`)
}
