import { spawnSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenBoundaries } from './boundaries.mjs'

test.each([
  ['client/app.ts', `import { serve } from '../relay/app.ts'`, 'client and relay meet through shared only'],
  ['client/app.ts', `import type { Run } from '../orb/run.ts'`, 'client and orb meet through shared only'],
  ['client/app.ts', `import 'node:fs'`, 'a browser has no such module'],
  ['relay/link/socket.ts', `export * from '../../orb/spool.ts'`, 'relay and orb meet through shared only'],
  ['orb/cli/up.ts', `const relay = await import('../../relay/app.ts')`, 'orb and relay meet through shared only'],
  ['relay/app.ts', `import '../tests/support/relay.ts'`, 'relay is built without tests'],
  ['shared/ids.ts', `import { log } from '../relay/log.ts'`, 'shared stands on its own'],
  ['shared/ids.ts', `import { randomUUID } from 'node:crypto'`, 'shared does no I/O'],
  ['shared/ids.ts', `import { readFile } from 'fs/promises'`, 'shared does no I/O'],
  ['shared/ids.ts', `import { diffLines } from 'diff'`, 'shared needs no package but zod and yjs'],
  ['shared/ids.test.ts', `import { log } from '../relay/log.ts'`, 'shared stands on its own'],
])('%s may not hold: %s', (file, source, reason) => {
  expect(brokenBoundaries(file, source)).toEqual([expect.stringContaining(reason)])
})

test.each([
  ['client/app.ts', `import { Id } from '../shared/ids.ts'`],
  ['client/a/b.ts', `import { c } from '../c/d.ts'; import { render } from 'solid-js/web'`],
  ['relay/app.ts', `import { Hono } from 'hono'; import { join } from 'node:path'`],
  ['relay/app.test.ts', `import { client } from '../tests/support/client.ts'`],
  ['relay/link/testing/bench.ts', `import { testRoster } from '../../../tests/support/roster.ts'`],
  ['shared/ids.ts', `import * as z from 'zod/mini'; import * as Y from 'yjs'; import { a } from './a/b.ts'`],
  ['shared/ids.test.ts', `import fc from 'fast-check'; import 'node:fs'; import '../package.json'`],
  ['shared/words.ts', `// import '../relay/app.ts'\nexport const text = "import '../relay/app.ts'"`],
  ['tests/integration/all.test.ts', `import '../../relay/app.ts'; import '../../orb/run.ts'`],
])('%s may hold: %s', (file, source) => {
  expect(brokenBoundaries(file, source)).toEqual([])
})

test('the command fails for a folder with a violation, naming the line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-boundaries-'))
  try {
    for (const [file, source] of Object.entries({
      'relay/app.ts': 'export const app = 1\n',
      'client/pages/home.tsx': `const a = 1\nimport { app } from '../../relay/app.ts'\n`,
    })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), source)
    }
    const command = join(import.meta.dirname, '../check-boundaries.mjs')
    const { status, stderr } = spawnSync(process.execPath, [command, folder], { encoding: 'utf8' })
    expect(stderr).toContain('client/pages/home.tsx:2 imports ../../relay/app.ts')
    expect(status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
