import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BUILT_IN } from './built-in.ts'
import { manifestSchema } from './manifest-schema.ts'
import { parseManifest } from './load.ts'

function text(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

test('the schema for editors is the one that loads a manifest', () => {
  expect(JSON.parse(text('schema.json')), 'run "npm run build:schema"').toEqual(
    JSON.parse(JSON.stringify(manifestSchema())),
  )
})

test.each(BUILT_IN.map((manifest) => manifest.id))('%s is right as a person could have written it', (id) => {
  const manifest = parseManifest(text(`${id}.json`), id)
  expect(manifest.id).toBe(id)
  // What is set after each start has to be a setting that asks enough.
  for (const { set, option, value } of manifest.afterSession) {
    const { modes, options } = manifest.asking
    if (set === 'mode') expect(modes).toContain(value)
    if (set === 'option') expect(options[option ?? '']).toContain(value)
  }
  for (const { path } of manifest.launch.files) expect(path).toMatch(/^\$\{home\}\//)
})
