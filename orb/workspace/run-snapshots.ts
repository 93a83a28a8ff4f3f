import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunStateReport } from '../../shared/link/reports.ts'
import type { WorkspaceDiff } from '../../shared/reads/reads.ts'
import { runConfined } from './confined.ts'
import { gitAside, type GitAside, type Snapshot } from './snapshot.ts'
import { treeChanges, treeDiff } from './tree-diff.ts'
import type { Workspace } from './workspace.ts'

/** What a run changed. */
export type RunChanges = NonNullable<RunStateReport['changes']>

/** A run waits for this at most, at its start and at its end. */
const TAKE_MS = 2000
const DIFF_MS = 15_000
/** Runs whose changes can be looked at. Each takes the room of the files that it changed. */
const KEPT_RUNS = 20

interface KeptRun {
  readonly runId: string
  readonly begin: Snapshot | null
  readonly end: Snapshot | null
}

/**
 * What the workspace held before and after each of the newest runs. The trees lie where programs that run as the agent
 * may write, and which ones they are in a file out of its reach. Nothing here ever throws: what cannot be told is null.
 */
export class RunSnapshots {
  readonly #workspace: Workspace
  readonly #file: string
  readonly #kept: number
  #runs: readonly KeptRun[]

  /** `folder`: the runner's own, for what it notes. `kept`: how many runs. */
  constructor(workspace: Workspace, folder: string, kept = KEPT_RUNS) {
    this.#kept = kept
    this.#workspace = workspace
    this.#file = join(folder, 'run-snapshots.json')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#runs = readRuns(this.#file)
  }

  /** A run is about to begin: resolves once its agent may write. */
  async begin(runId: string): Promise<void> {
    const begin = await this.#within(TAKE_MS, runId, (aside) => aside.take())
    const runs = [...this.#runs.filter((run) => run.runId !== runId), { runId, begin, end: null }]
    const dropped = runs.slice(0, -this.#kept)
    this.#keep(runs.slice(-this.#kept))
    if (dropped.length > 0) void this.#remove(dropped.map((run) => this.#folderOf(run.runId)))
  }

  /** A run is over: how many files and lines are different, or null where that is not known. */
  async end(runId: string): Promise<RunChanges | null> {
    const run = this.#find(runId)
    const begin = run?.begin ?? null
    if (run === null || begin === null) return null
    return this.#within(TAKE_MS, runId, async (aside) => {
      const end = await aside.take()
      this.#keep(this.#runs.map((one) => (one.runId === runId ? { ...one, end } : one)))
      const changes = end === null ? null : await treeChanges(aside.git, begin, end, null)
      if (changes === null) return null
      const sum = (which: 'added' | 'removed'): number => changes.reduce((all, one) => all + one[which], 0)
      return { files: changes.length, added: sum('added'), removed: sum('removed') }
    })
  }

  /** What a run changed, or has changed so far; null where that is not known (any more). */
  async diff(runId: string, path: string | null): Promise<WorkspaceDiff | null> {
    const run = this.#find(runId)
    const begin = run?.begin ?? null
    if (run === null || begin === null) return null
    return this.#within(DIFF_MS, runId, async (aside) => {
      const end = run.end ?? (await aside.take())
      return end === null ? null : treeDiff(aside.git, begin, end, path)
    })
  }

  /** What has changed since the last commit, or of one file or folder; null where that is not known. */
  async sinceCommit(path: string | null): Promise<WorkspaceDiff | null> {
    const name = `now-${process.pid}-${Math.random().toString(36).slice(2)}`
    try {
      return await this.#within(DIFF_MS, name, async (aside) => {
        const [tree, now] = [await aside.head(), await aside.take()]
        return tree === null || now === null ? null : treeDiff(aside.git, { tree, large: {} }, now, path)
      })
    } finally {
      await this.#remove([this.#folderOf(name)])
    }
  }

  async #within<T>(ms: number, name: string, work: (aside: GitAside) => Promise<T | null>): Promise<T | null> {
    try {
      const aside = await gitAside(this.#workspace, this.#folderOf(name), AbortSignal.timeout(ms))
      return aside === null ? null : await work(aside)
    } catch {
      return null
    }
  }

  #find(runId: string): KeptRun | null {
    return this.#runs.find((run) => run.runId === runId) ?? null
  }

  #folderOf(name: string): string {
    return join(this.#workspace.scratch, name)
  }

  /** By a program that runs as the agent: what it may have put there leads it nowhere else. */
  async #remove(folders: readonly string[]): Promise<void> {
    const { agent, provider } = this.#workspace
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
    await runConfined(provider, { command: 'rm', args: ['-rf', '--', ...folders], cwd: agent.cwd, env })
  }

  #keep(runs: readonly KeptRun[]): void {
    this.#runs = runs
    try {
      writeFileSync(this.#file + '.new', JSON.stringify(runs), { mode: 0o600 })
      renameSync(this.#file + '.new', this.#file)
    } catch {
      // A full disk: the runs are known until the runner ends.
    }
  }
}

function readRuns(file: string): readonly KeptRun[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeptRun[]
  } catch {
    return []
  }
}
