import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LICENCES } from './licences.ts'

test.each(LICENCES)('$name comes under $licence', ({ name, licence }) => {
  const file = join(import.meta.dirname, '../../../node_modules', name, 'package.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ license: licence })
})
