import { newId } from '../../shared/ids.ts'
import type { PlacedOrb } from '../browser/screens/placed-orb.ts'

/** What a test runner prints, in its colours. */
const TESTS = [
  '\u001B[1m\u001B[46m RUN \u001B[49m\u001B[22m \u001B[36mv4.1.12\u001B[39m \u001B[90m/work/api\u001B[39m',
  ' \u001B[32m✓\u001B[39m src/lexer.test.ts \u001B[2m(31 tests)\u001B[22m \u001B[32m18\u001B[2mms\u001B[22m\u001B[39m',
  ' \u001B[32m✓\u001B[39m src/parser.test.ts \u001B[2m(12 tests)\u001B[22m \u001B[32m40\u001B[2mms\u001B[22m\u001B[39m',
  '\u001B[32m 43 passed\u001B[39m',
].join('\n')

/** The change that the sample agent made, as a harness sends it. */
export const CHANGE = {
  type: 'diff',
  path: 'src/reader.ts',
  oldText: [
    'export function lines(text: string): string[] {',
    '  const found = text.split("\\n")',
    '  found.pop()',
    '  return found',
    '}',
    '',
  ].join('\n'),
  newText: [
    'export function lines(text: string): string[] {',
    '  const found = text.split("\\n")',
    '  // Only what a final line feed left behind.',
    '  if (found.at(-1) === "") found.pop()',
    '  return found',
    '}',
    '',
  ].join('\n'),
}

/** Tells an orb's thread the story of a small repair, which began so long ago. `unit`: between two steps, in ms. */
export async function tellRepair(orb: PlacedOrb, began: number, unit: number): Promise<void> {
  const runId = newId()
  let at = began
  const tell = (kind: string, body: object): Promise<void> => {
    at += unit
    return orb.entry(kind, body, at, runId)
  }
  const tool = (title: string, toolKind: string, more: object = {}): Promise<void> =>
    tell('tool_call', { toolCallId: newId(), title, toolKind, status: 'completed', ...more })
  const run = { threadId: orb.threadId, runId, commandId: null, stopReason: null, message: null }

  await orb.report({ name: 'run.state', ...run, state: 'running' })
  await tell('user_message', {
    text: 'The last line of a file gets lost. Find out why, mend it, and publish.',
    by: { personName: 'Ada', deviceName: 'Pixel 9' },
    commandId: null,
  })
  await tell('agent_thought', {
    text: 'A file without a final line feed: the reader takes the last line for an empty one.',
  })
  await tell('plan', {
    steps: [
      { content: 'Reproduce it with a test', status: 'completed' },
      { content: 'Mend the reader', status: 'completed' },
      { content: 'Publish', status: 'in_progress' },
    ],
  })
  await tool('Read src/reader.ts', 'read', { locations: ['src/reader.ts'] })
  await tool('Edit src/reader.ts', 'edit', { content: [CHANGE], locations: ['src/reader.ts'] })
  await tool('Run the tests', 'execute', {
    command: 'npm test',
    rawOutput: { exitCode: 0 },
    content: [{ type: 'text', text: TESTS }],
  })
  await tell('agent_message', {
    text: 'It was `lines()`: it dropped the last line even where **no line feed** followed it. With the change all 43 tests pass, so I build afresh and publish.',
  })
}
