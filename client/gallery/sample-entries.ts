import type { Entry } from '../../shared/transcripts/transcript.ts'
import { CHANGE, LONG_NAME, RTL_NAME, SNEAKY_COMMAND } from './samples.ts'

const start = Date.now() - 40 * 60_000

const MARKDOWN = `I'll start with the **parser**, then run the tests. See [the guide](https://example.com/guide) and [https://good.example](https://evil.example/x).

## What I found

1. \`read()\` drops the last line
2. the error says *nothing* about the position
   - line
   - column

- [x] reproduce it
- [ ] fix it

\`\`\`ts
export function read(at: number): string {
  return lines[at] ?? ''
}
\`\`\`

> It worked before the rewrite.

| case | before | after |
| --- | --- | --- |
| empty | throws | \`''\` |

<script>alert('inert')</script>

![chart](https://track.example/pixel.png)`

/** What test runners and linters print. */
const COLOURS = [
  '\u001B[1m\u001B[46m RUN \u001B[49m\u001B[22m \u001B[36mv4.1.12\u001B[39m \u001B[90m/workspace/api\u001B[39m',
  ' \u001B[32m✓\u001B[39m src/parser.test.ts \u001B[2m(12 tests)\u001B[22m \u001B[32m40\u001B[2mms\u001B[22m\u001B[39m',
  '\u001B[41m\u001B[1m FAIL \u001B[22m\u001B[49m src/reader.test.ts \u001B[33m> reads the last line\u001B[39m',
  '\u001B[31m\u001B[1mAssertionError\u001B[22m: expected \u001B[32m"two"\u001B[31m to be \u001B[34m"one"\u001B[39m',
  '\u001B[35mwarning\u001B[39m \u001B[4mdeprecated\u001B[24m \u001B[9mold\u001B[29m \u001B[7m inverse \u001B[27m',
  'Collecting 10 %\rCollecting 57 %\r\u001B[KCollected 4 files',
].join('\n')

let position = 0

let run = 'run-1'

function entry(kind: string, body: unknown, facts: Partial<Entry> = {}): Entry {
  position += 1
  return {
    position,
    entryId: `entry-${position}`,
    runId: run,
    kind,
    at: start + position * 20_000,
    open: false,
    body,
    ...facts,
  }
}

function tool(title: string, toolKind: string, status: string, more: object = {}): Entry {
  return entry('tool_call', { toolCallId: title, title, toolKind, status, ...more })
}

/** One entry of every kind and state, ordinary ones first, hostile ones after them. */
export const ENTRIES: readonly Entry[] = [
  entry('user_message', { text: 'Make the tests pass', by: { personName: 'Ada', deviceName: 'Pixel 9' } }),
  entry('agent_thought', { text: 'The failing test names the parser.\n\nLook there first.' }),
  entry('agent_message', { text: MARKDOWN }),
  entry('plan', {
    steps: [
      { content: 'Reproduce the failure', status: 'completed' },
      { content: 'Fix the parser', status: 'in_progress' },
      { content: 'Run everything', status: 'pending' },
    ],
  }),
  tool('Read src/parser.ts', 'read', 'completed', { locations: ['src/parser.ts'] }),
  tool('Edit src/parser.ts', 'edit', 'completed', { content: [CHANGE] }),
  tool('bash', 'execute', 'completed', {
    command: 'npm test',
    rawOutput: { exitCode: 0 },
    content: [{ type: 'text', text: '\u001B[32m✓\u001B[0m all\n10%\r50%\r100%\n128 passed' }],
  }),
  tool('bash', 'execute', 'failed', {
    command: 'npx vitest run --color',
    rawOutput: { exitCode: 1 },
    content: [{ type: 'text', text: COLOURS }],
  }),
  tool('bash', 'execute', 'failed', {
    command: 'npm run lint',
    rawOutput: { exitCode: 1 },
    content: [
      { type: 'text', text: Array.from({ length: 60 }, (_, at) => `src/file-${at}.ts: unused variable`).join('\n') },
    ],
  }),
  tool('Search for “read(”', 'search', 'in_progress', {}),
  tool('Fetch the registry', 'fetch', 'cancelled', {}),
  entry('notice', { text: 'The harness was restarted. The thread goes on where it was.', level: 'warning' }),
  entry('user_message', { text: 'Now the hostile ones', by: null }, { runId: (run = 'run-2') }),
  entry('agent_message', { text: `${RTL_NAME} and then plain words. ${LONG_NAME}` }),
  tool(LONG_NAME, 'other', 'pending', { rawInput: { deep: { secret: '\u202Ereversed' } } }),
  tool('bash', 'execute', 'completed', { command: SNEAKY_COMMAND, content: [{ type: 'hologram', depth: 3 }] }),
  tool('Rewrite everything', 'edit', 'completed', {
    content: [
      {
        type: 'diff',
        path: 'generated/big.ts',
        oldText: null,
        newText: Array.from({ length: 5000 }, (_, at) => `export const v${at} = ${at}`).join('\n'),
      },
      { type: 'diff', path: 'logo.png', oldText: null, newText: '\u0000\u0001' },
    ],
  }),
  tool('cat huge.log', 'execute', 'completed', {
    content: [
      {
        type: 'blob',
        sha256: 'a'.repeat(64),
        bytes: 3_400_000,
        mediaType: 'text/plain',
        preview: 'the first lines\nof a very long log',
      },
    ],
  }),
  entry('hologram', { depth: 3, [LONG_NAME]: true }),
  entry('tool_call', 'not an object'),
  entry('notice', { text: 'The agent exited with code 137.', level: 'error' }),
]

/** Further entries, as many as wanted, for trying the list. */
export function moreEntries(count: number): Entry[] {
  return Array.from({ length: count }, (_, at) =>
    entry('agent_message', { text: `Line ${at}. ${'Words to read. '.repeat((at % 7) + 1)}` }, { runId: 'run-3' }),
  )
}
