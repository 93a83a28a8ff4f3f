import { describe, expect, it } from 'vitest'
import type { Directive } from './directives.ts'
import { forRound, parseScript } from './parse.ts'

const single = (line: string): Directive | undefined => parseScript(line)[0]?.directives[0]

describe('a directive is taken apart', () => {
  it.each<[string, Directive]>([
    ['@say Hello there', { op: 'say', text: 'Hello there' }],
    ['  @say indented', { op: 'say', text: 'indented' }],
    ['@say two\\nlines and a \\\\n', { op: 'say', text: 'two\nlines and a \\n' }],
    ['@think Hm', { op: 'think', text: 'Hm' }],
    ['@plan A | B |  | C', { op: 'plan', entries: ['A', 'B', 'C'] }],
    ['@read src/a file.ts', { op: 'read', path: 'src/a file.ts' }],
    ['@write a.txt :: one\\ntwo', { op: 'write', path: 'a.txt', content: 'one\ntwo' }],
    ['@write a.txt ::   indented', { op: 'write', path: 'a.txt', content: '  indented' }],
    ['@write a.txt ::', { op: 'write', path: 'a.txt', content: '' }],
    ['@edit a.ts :: old() => new()', { op: 'edit', path: 'a.ts', oldText: 'old()', newText: 'new()' }],
    ['@edit a.ts :: gone =>', { op: 'edit', path: 'a.ts', oldText: 'gone', newText: '' }],
    ['@delete a.ts', { op: 'delete', path: 'a.ts' }],
    ['@run node check.mjs | head -1', { op: 'run', command: 'node check.mjs | head -1' }],
    ['@run printf "a\\nb"', { op: 'run', command: 'printf "a\\nb"' }],
    ['@ask Which? | This | That', { op: 'ask', question: 'Which?', options: ['This', 'That'] }],
    ['@ask Really?', { op: 'ask', question: 'Really?', options: ['Yes', 'No'] }],
    ['@askurl Sign in | https://a.example/', { op: 'askurl', question: 'Sign in', url: 'https://a.example/' }],
    ['@permit', { op: 'permit' }],
    ['@nopermit', { op: 'nopermit' }],
    ['@wait 250', { op: 'wait', milliseconds: 250 }],
    ['@big 64', { op: 'big', kilobytes: 64 }],
    ['@many 100000', { op: 'many', count: 100_000 }],
    ['@mode auto', { op: 'mode', modeId: 'auto' }],
    ['@title A name', { op: 'title', text: 'A name' }],
    ['@usage 10 100', { op: 'usage', used: 10, size: 100 }],
    ['@usage', { op: 'usage', used: null, size: null }],
    ['@commands', { op: 'commands' }],
    ['@notice Mind this', { op: 'notice', text: 'Mind this' }],
    ['@compact In short', { op: 'compact', text: 'In short' }],
    ['@status', { op: 'status', ending: 'error', message: '' }],
    ['@status error no model', { op: 'status', ending: 'error', message: 'no model' }],
    ['@fault long-line text', { op: 'fault', name: 'long-line', argument: 'text' }],
  ])('%s', (line, directive) => {
    expect(single(line)).toEqual(directive)
  })
})

describe('a line that cannot be read', () => {
  it.each([
    ['@wait soon', 'it needs a whole number'],
    ['@write a.txt', 'it is written "@write PATH :: CONTENT"'],
    ['@edit a.txt :: nothing new', 'it is written "@edit PATH :: OLD => NEW"'],
    ['@say', 'it needs a text'],
    ['@ask', 'it needs a question'],
    ['@sing a song', 'there is no directive @sing'],
  ])('is kept with its reason: %s', (line, reason) => {
    expect(parseScript(`@say first\n${line}`)[1]?.directives).toEqual([{ op: 'unknown', line, reason }])
  })

  it.each(['', 'Make it blue', 'write to anna@example.com', '@anna please look', '@saying it twice'])(
    'is prose where nothing else is a directive: %j',
    (prompt) => {
      expect(parseScript(prompt)).toEqual([])
    },
  )
})

describe('steps', () => {
  it('ignores the prose between directives', () => {
    expect(parseScript('Please:\n@say a\nand then\n@say b').map((step) => step.directives.length)).toEqual([1, 1])
  })

  it.each(['@read a\n@and\n@read b\n@say c', '@read a\n@and read b\n@say c', '@read a\n@and @read b\n@say c'])(
    'starts joined directives together: %j',
    (prompt) => {
      expect(parseScript(prompt)).toEqual([
        {
          times: 1,
          directives: [
            { op: 'read', path: 'a' },
            { op: 'read', path: 'b' },
          ],
        },
        { times: 1, directives: [{ op: 'say', text: 'c' }] },
      ])
    },
  )

  it('keeps a first @and from looking for a step before it', () => {
    expect(parseScript('@and @say a')).toEqual([{ times: 1, directives: [{ op: 'say', text: 'a' }] }])
  })

  it('repeats the next step and fills in the round', () => {
    const [step] = parseScript('@repeat 3\n@write f{i}.txt :: {i}')
    expect(step?.times).toBe(3)
    expect(forRound(step!.directives[0]!, 2)).toEqual({ op: 'write', path: 'f2.txt', content: '2' })
  })
})
