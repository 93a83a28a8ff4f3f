import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { orbCommand, shellWord } from './shell-command.ts'

test.each(['plain', 'two words', "it's", '$(id) `id` "x" \\', "'; rm -rf ~; '", 'a\tb'])(
  'a shell takes %j for one word and runs nothing of it',
  (text) => {
    const seen = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${shellWord(text)}`], { encoding: 'utf8' })
    expect(seen).toBe(text + '\n')
  },
)

test('the command holds no secret and names the orb', () => {
  expect(orbCommand("Ada's site", 'opencode acp')).toBe(`perigee orb --name 'Ada'\\''s site' --enrol - -- opencode acp`)
  expect(orbCommand(null, ' ')).toBe('perigee orb --enrol - -- AGENT')
})
