import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditedStage, type AuditedStage } from './audited-stage.ts'
import { audit } from './lighthouse.ts'

/* Lighthouse on what a phone shows most, signed in. How fast it is, `npm run bench -- client` says. */

let stage: AuditedStage

beforeAll(async () => {
  stage = await openAuditedStage()
})
afterAll(() => stage.close())

/** A page takes Lighthouse some ten seconds, and much longer where the machine does other things too. */
const PATIENCE_MS = 180_000

/** In every run the one with the most on it; axe looks at both there. */
const PAGES = process.env['PERIGEE_LONG'] === '1' ? (['fleet', 'thread'] as const) : (['thread'] as const)

test.each(PAGES)(
  'Lighthouse finds no fault with the %s, in accessibility and best practices',
  async (name) => {
    const judgement = await audit(stage.phone, stage.pages[name], ['accessibility', 'best-practices'])
    expect(judgement).toEqual({ scores: { accessibility: 100, 'best-practices': 100 }, faults: [] })
  },
  PATIENCE_MS,
)
