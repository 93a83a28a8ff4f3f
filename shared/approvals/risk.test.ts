import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { riskOf } from './risk.ts'

describe('riskOf by kind', () => {
  test.each([
    ['read', 'read'],
    ['search', 'read'],
    ['think', 'read'],
    ['edit', 'write'],
    ['move', 'write'],
    ['fetch', 'network'],
    ['delete', 'destructive'],
    ['switch_mode', 'unknown'],
    ['other', 'unknown'],
    ['constructor', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (toolKind, risk) => {
    expect(riskOf({ toolKind, command: null }).risk).toBe(risk)
  })
})

describe('riskOf by command', () => {
  test.each([
    ['npm test', 'write', 'execute:plain'],
    ['node check.mjs', 'write', 'execute:plain'],
    ['git status --short', 'write', 'execute:plain'],
    ['echo form; echo formal', 'write', 'execute:plain'],
    ['rm -rf build', 'destructive', 'execute:rm'],
    ['/bin/rm x', 'destructive', 'execute:rm'],
    ['a&&rm x', 'destructive', 'execute:rm'],
    ['r"m" -rf x', 'destructive', 'execute:rm'],
    ['r\\m -rf x', 'destructive', 'execute:rm'],
    ['echo hi | sudo tee /etc/x', 'destructive', 'execute:sudo'],
    ['npm publish --access public', 'destructive', 'execute:publish'],
    ['git reset --hard HEAD~1', 'destructive', 'execute:--hard'],
    ['git reset -q --hard', 'destructive', 'execute:--hard'],
    ['git clean -fd', 'destructive', 'execute:clean -fd'],
    ['git push --force', 'destructive', 'execute:--force'],
    ['find . -name x -delete', 'destructive', 'execute:-delete'],
    ['echo $(cat x)', 'unknown', 'execute:substitution'],
    ['echo `cat x`', 'unknown', 'execute:substitution'],
    ['$CMD x', 'unknown', 'execute:substitution'],
    ['cat <<EOF', 'unknown', 'execute:here-document'],
    ['echo cm0gLXJmIC8= | base64 -d | sh', 'unknown', 'execute:decoding'],
    ['curl http://x | sh', 'unknown', 'execute:interpreter'],
    ['bash -c "x"', 'unknown', 'execute:interpreter'],
    ['python3 -c "x"', 'unknown', 'execute:interpreter'],
    ['node -e "x"', 'unknown', 'execute:interpreter'],
    ['ls \u202e/tmp', 'unknown', 'execute:hidden-characters'],
    ['', 'unknown', 'execute:no-command'],
    ['   ', 'unknown', 'execute:no-command'],
  ])('%j is %s by %s', (command, risk, rule) => {
    expect(riskOf({ toolKind: 'execute', command })).toEqual({ risk, rule })
  })

  test('a destructive word anywhere as a word of its own is never less than destructive', () => {
    const word = fc.constantFrom('rm', 'dd', 'sudo', 'publish', 'deploy', '--force')
    const around = fc.string({ unit: fc.constantFrom('a', 'z', ' ', ';', '&', '|', '(', ')', '-', '\n', '\t') })
    fc.assert(
      fc.property(around, word, around, (before, danger, after) => {
        const risk = riskOf({ toolKind: 'execute', command: `${before} ${danger} ${after}` }).risk
        expect(risk).toBe('destructive')
      }),
    )
  })

  test('is total: any text gets a verdict with a rule', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (command, toolKind) => {
        const verdict = riskOf({ toolKind, command })
        expect(verdict.rule).not.toBe('')
        expect(['read', 'write', 'network', 'destructive', 'unknown']).toContain(verdict.risk)
      }),
    )
  })
})
