import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { READERS } from '../script/directives.ts'
import { FAULTS } from './table.ts'

const page = readFileSync('docs/scripted-agent.md', 'utf8')
const tests = readFileSync('orb/scripted-agent/faults/faults.test.ts', 'utf8')

it.each(Object.keys(FAULTS))('the fault %s is played by a test', (name) => {
  // After the directive or the flag, or in a list of faults that a test is run for.
  expect(new RegExp(`(@fault |')${name}(?![a-z-])`).test(tests)).toBe(true)
})

describe('docs/scripted-agent.md', () => {
  it.each(Object.entries(FAULTS))('tells what the fault %s does', (name, { scope, does }) => {
    const holds = scope === 'now' ? 'at once' : scope
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\| ${holds} +\\| ${does.replace(/[/.]/g, '\\$&')} +\\|$`, 'm'))
  })

  it.each(Object.keys(READERS))('lists the directive @%s', (op) => {
    expect(page).toMatch(new RegExp(`^\\| .*\`@${op}\\b`, 'm'))
  })
})
