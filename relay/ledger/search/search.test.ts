import { describe, expect, it } from 'vitest'
import { ADA, NOON, testLedger, TestRunner, type TestLedger } from '../../../tests/support/ledger.ts'
import type { SearchPage } from '../../../shared/search/search.ts'
import type { SearchScope } from './terms.ts'

async function runnerOf(test: TestLedger, orbId = 'orb-1'): Promise<TestRunner> {
  const runner = new TestRunner(test.ledger, orbId)
  await runner.hello()
  return runner
}

/** Closes one entry for each text. */
async function tell(runner: TestRunner, texts: readonly string[], threadId = 't1'): Promise<void> {
  const events = texts.map((text) => runner.event(threadId, 'e-' + text, 'close', { text }, { facets: { text } }))
  await runner.send(...events)
}

/** Asks until the index has all of the log. */
async function search(
  test: TestLedger,
  words: string,
  scope: SearchScope = 'all',
  before: number | null = null,
): Promise<SearchPage> {
  for (;;) {
    const page = await test.ledger.search({ words, scope, before, limit: 5 })
    if (page.complete) return page
    await new Promise((later) => setTimeout(later, 20))
  }
}

const textOf = ({ excerpt }: SearchPage['hits'][number]): string => excerpt.map(({ text }) => text).join('')

async function found(test: TestLedger, words: string, scope: SearchScope = 'all'): Promise<string[]> {
  return (await search(test, words, scope)).hits.map(textOf)
}

describe('a search', () => {
  it('finds entries that hold every word, newest first, the last word by its beginning', async () => {
    await using test = await testLedger()
    const runner = await runnerOf(test)
    await tell(runner, ['fix the parser', 'the parser is fixed', 'another thing', 'parse the FIX list'])
    expect(await found(test, 'parser')).toEqual(['the parser is fixed', 'fix the parser'])
    expect(await found(test, 'the pars')).toEqual(['parse the FIX list', 'the parser is fixed', 'fix the parser'])
    expect(await found(test, 'fix pars')).toEqual(['parse the FIX list', 'fix the parser'])
    // A blank ends the word.
    expect(await found(test, 'pars ')).toEqual([])
  })

  it('finds a path, an accent and a language without blanks', async () => {
    await using test = await testLedger()
    const runner = await runnerOf(test)
    const texts = ['edit src/app/main.ts now', 'main ts app src', 'Über Café', '我修复了解析器的错误', 'ファイルを読む']
    await tell(runner, texts)
    expect(await found(test, 'src/app/main.ts')).toEqual(['edit src/app/main.ts now'])
    expect(await found(test, 'uber cafe')).toEqual(['Über Café'])
    expect(await found(test, '解析器')).toEqual(['我修复了解析器的错误'])
    expect(await found(test, '析解')).toEqual([])
    expect(await found(test, 'ファイル')).toEqual(['ファイルを読む'])
  })

  it('takes title, command and path of a tool call, and nothing of the body', async () => {
    await using test = await testLedger()
    const runner = await runnerOf(test)
    const facets = { title: 'Run tests', command: 'npm run check', path: 'package.json', toolKind: 'execute' }
    await runner.send(runner.event('t1', 'e1', 'close', { rawOutput: 'hidden' }, { kind: 'tool_call', facets }))
    expect(await found(test, 'npm check')).toEqual(['Run tests · npm run check · package.json'])
    expect(await found(test, 'hidden')).toEqual([])
    expect((await search(test, 'tests')).hits).toMatchObject([{ kind: 'tool_call', position: 1, entryId: 'e1' }])
  })

  it('looks within a scope alone', async () => {
    await using test = await testLedger()
    await tell(await runnerOf(test), ['mine'], 't1')
    await tell(await runnerOf(test, 'orb-2'), ['mine too'], 't2')
    expect(await found(test, 'mine')).toEqual(['mine too', 'mine'])
    expect(await found(test, 'mine', { orbs: ['orb-2'], threads: [] })).toEqual(['mine too'])
    expect(await found(test, 'mine', { orbs: [], threads: ['t1'] })).toEqual(['mine'])
    expect(await found(test, 'mine', { orbs: ['ORB-2'], threads: ['T1'] })).toEqual([])
    expect(await found(test, 'mine', { orbs: [], threads: [] })).toEqual([])
    // The names of places are no words.
    expect(await found(test, 't' + Buffer.from('t1').toString('hex'))).toEqual([])
  })

  it('goes on where a page ended, without a hole or a repeat', async () => {
    await using test = await testLedger()
    const texts = Array.from({ length: 12 }, (_, at) => `word ${at}`)
    await tell(await runnerOf(test), texts)
    const seen: string[] = []
    for (let before: number | null = null; ;) {
      const page: SearchPage = await search(test, 'word', 'all', before)
      seen.push(...page.hits.map(textOf))
      before = page.next
      if (before === null) break
    }
    expect(seen).toEqual(texts.toReversed())
  })

  it('shows what an entry says now, not what it said before', async () => {
    await using test = await testLedger()
    const runner = await runnerOf(test)
    const event = (text: string) => runner.event('t1', 'e1', 'close', { text }, { facets: { text } })
    await runner.send(event('first version'))
    expect(await found(test, 'version')).toEqual(['first version'])
    await runner.send(event('second version'))
    expect(await found(test, 'version')).toEqual(['second version'])
    expect(await found(test, 'first')).toEqual([])
  })

  it('takes up the log where an earlier relay was ended', async () => {
    await using test = await testLedger()
    const runner = await runnerOf(test)
    await tell(runner, ['before the end'])
    await test.reopen()
    expect(await found(test, 'end')).toEqual(['before the end'])
    await test.reopen()
    expect(await found(test, 'end')).toEqual(['before the end'])
  })

  it('finds nothing of an orb that was removed', async () => {
    await using test = await testLedger()
    await tell(await runnerOf(test), ['gone'])
    expect(await found(test, 'gone')).toEqual(['gone'])
    await test.ledger.removeOrb('orb-1', ADA, NOON)
    expect(await found(test, 'gone')).toEqual([])
  })

  it('takes signs as words, whatever they would mean to the index', async () => {
    await using test = await testLedger()
    await tell(await runnerOf(test), ['near a b'])
    expect(await found(test, 'near')).toEqual(['near a b'])
    const signs = ['"', '*', 'a AND', 'words : x', "'; DROP TABLE events", '^x', '-', '(', 'x" OR "b', '\u0000', ' ']
    for (const words of signs) expect(await found(test, words), words).toEqual([])
    expect(await found(test, 'NEAR(a b)')).toEqual(['near a b'])
  })
})

describe('an excerpt', () => {
  it('is a piece around the first word that was looked for, with all of them marked', async () => {
    await using test = await testLedger()
    const filler = 'lorem ipsum dolor '.repeat(30)
    await tell(await runnerOf(test), [`${filler}the\n  needle and a Needle ${filler}`])
    const [hit] = (await search(test, 'needle')).hits
    expect(hit?.excerpt.filter((part) => part.found).map(({ text }) => text)).toEqual(['needle', 'Needle'])
    expect(textOf(hit!).length).toBeLessThan(230)
    expect(textOf(hit!)).toMatch(/^… .*the needle and a Needle.* …$/)
  })
})
