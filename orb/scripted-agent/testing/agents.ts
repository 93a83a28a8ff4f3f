import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { scriptedAgent } from '../../testing/scripted-agent.ts'
import { RawClient } from './raw-client.ts'

let program = ''

/** An agent in a workspace. */
export type Agent = {
  agent: RawClient
  workspace: string
  store: string
  /** The content of a file of the workspace; throws where there is none. */
  file: (name: string) => string
}

/** Builds the agent before the tests of a file. */
export function useBuiltAgent(): void {
  beforeAll(async () => {
    program = await scriptedAgent()
  })
}

/** Starts an agent for one test, with a workspace and a store of its own. `restart` starts another one on both. */
export function startAgent(...flags: string[]): Agent & { restart: (...flags: string[]) => RawClient } {
  const folder = mkdtempSync(join(tmpdir(), 'scripted-agent-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { workspace, file } = makeWorkspace(folder, 'site')
  const store = join(folder, 'store')
  const restart = (...others: string[]) => {
    const agent = new RawClient(program, workspace, ['--fast', '--store', store, ...others])
    onTestFinished(() => agent.kill())
    return agent
  }
  return { agent: restart(...flags), workspace, store, file, restart }
}

/**
 * Starts one agent for all tests of a file. The function that it gives makes a new workspace for a
 * test: with the small web project where `project` is given, otherwise with a single note.
 */
export function shareAgent(): (content?: 'project') => Agent {
  const folder = mkdtempSync(join(tmpdir(), 'scripted-agent-'))
  const store = join(folder, 'store')
  let agent: RawClient
  let workspaces = 0
  beforeAll(() => {
    agent = new RawClient(program, folder, ['--fast', '--create-project', '--store', store])
  })
  afterAll(() => {
    agent.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  return (content) => {
    workspaces += 1
    const { workspace, file } = makeWorkspace(folder, `site-${workspaces}`)
    if (content !== 'project') writeFileSync(join(workspace, 'note.txt'), 'a note')
    agent.forget()
    return { agent, workspace, store, file }
  }
}

/** The records of a journal in an agent's store. */
export function journal(store: string, name: 'answers' | 'prompts'): Record<string, unknown>[] {
  const lines = readFileSync(join(store, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

function makeWorkspace(folder: string, name: string): Pick<Agent, 'workspace' | 'file'> {
  const workspace = join(folder, name)
  mkdirSync(workspace)
  return { workspace, file: (file) => readFileSync(join(workspace, file), 'utf8') }
}
