import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { allAdapters, findAdapter, parseManifest, readManifest } from './load.ts'

type Json = Record<string, unknown>

function qwen(change: (json: Record<string, Json>) => void): string {
  const json = JSON.parse(readFileSync(new URL('qwen.json', import.meta.url), 'utf8')) as Record<string, Json>
  change(json)
  return JSON.stringify(json)
}

test.each<[what: string, change: (json: Record<string, Json>) => void, says: string]>([
  [
    'a field that there is not',
    (json) => (json['launch'] = { ...json['launch'], shell: 1 }),
    '"launch" has no field "shell"',
  ],
  [
    'a word that cannot be',
    (json) => void (json['prompt'] = { ...json['prompt'], errors: 'silent' }),
    '"prompt.errors" has to be "error" or "text"',
  ],
  ['a field that is missing', (json) => delete json['trust'], '"trust" is missing'],
  ['a form that does not fit', (json) => void Object.assign(json, { id: 'Not An Id' }), '"id" has to look like'],
  [
    'a number out of range',
    (json) => (json['stop'] = { closeStdinMs: -1, termMs: 0 }),
    '"stop.closeStdinMs" has to be at least 0',
  ],
  [
    'a name in a template',
    (json) => (json['launch'] = { ...json['launch'], args: ['${secret}'] }),
    '"${secret}" names nothing',
  ],
])('%s is told by its field', (_what, change, says) => {
  expect(() => parseManifest(qwen(change), 'mine.json')).toThrow(`mine.json: ${says}`)
})

test("a person's own adapter is found by its name, and cannot take one that comes with Perigee", () => {
  const state = testFolder()
  mkdirSync(join(state, 'adapters'))
  writeFileSync(
    join(state, 'adapters/mine.json'),
    qwen((json) => void Object.assign(json, { id: 'mine' })),
  )
  writeFileSync(
    join(state, 'adapters/taken.json'),
    qwen((json) => void Object.assign(json, { title: 'Another' })),
  )
  writeFileSync(join(state, 'adapters/broken.json'), '{')
  expect(findAdapter('mine', state).origin).toBe('own')
  expect(findAdapter('qwen', state).manifest.title).toBe('Qwen Code')
  const { problems } = allAdapters(state)
  expect(problems).toHaveLength(2)
  expect(problems.join(' ')).toMatch(/broken\.json is no JSON.*taken\.json: there is an adapter "qwen" already/)
  expect(() => findAdapter('nobody', state)).toThrow(/There are: claude, codex, gemini, opencode, .*mine\./)
})

test('a pipe in the place of a manifest is not waited for', () => {
  const pipe = join(testFolder(), 'pipe.json')
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
  expect(() => readManifest(pipe)).toThrow(`${pipe} is no file.`)
})
