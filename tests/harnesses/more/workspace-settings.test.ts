import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../../orb/testing/folder.ts'
import { startRunner } from '../../../orb/testing/running.ts'
import { harnessHome, manifestOf } from '../../support/harness-manifest.ts'
import { startModelServer } from '../../support/model-server.ts'
import { realHarness } from '../../support/real-harness.ts'

const TOOLS = { allowed: ['run_shell_command', 'write_file', 'replace'] }
/** A file of the workspace by which each harness could be made to ask nobody. */
const ALLOWS_ALL: readonly [harness: string, path: string, content: object | string][] = [
  ['gemini', '.gemini/settings.json', { tools: TOOLS }],
  ['qwen', '.qwen/settings.json', { permissions: { allow: ['Bash', 'Edit', 'WriteFile'] }, tools: TOOLS }],
  ['claude', '.claude/settings.json', { permissions: { allow: ['Bash', 'Write', 'Edit'] } }],
  ['opencode', 'opencode.json', { permission: { edit: 'allow', bash: 'allow' } }],
  ['codex', '.codex/config.toml', 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n'],
]

test.each(ALLOWS_ALL)('%s asks in spite of %s, or the orb says that it may not', async (name, path, content) => {
  const manifest = manifestOf(name)
  const home = harnessHome(manifest)
  const model = await startModelServer()
  const beforeStart = (workspace: string): void => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const provider = realHarness(manifest, { home, modelUrl: model.url, beforeStart })
  const running = await startRunner(name, [], testFolder(), manifest, { provider, waitMs: 60_000 })
  try {
    const { threadId, asking } = await running.report('thread.meta', (one) => (one.asking ?? null) !== null)
    const file = join(running.workspace, 'out.txt')
    running.command({ kind: 'prompt', threadId, text: `@write ${file} :: hi\\n\n@say Done.` })
    const first = await running.reported((one) => {
      return one.name === 'approval.raised' || (one.name === 'run.state' && one.state === 'ended')
    })
    if (asking?.state === 'confirmed') {
      expect([first.name, existsSync(file)]).toEqual(['approval.raised', false])
    } else {
      expect(asking).toMatchObject({ state: 'unconfirmed', message: expect.stringContaining(path) as unknown })
    }
  } finally {
    await running.stop()
    await model.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
})
