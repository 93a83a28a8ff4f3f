import { describe, expect, test } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { startRunner, type RunningRunner } from '../testing/running.ts'
import { tinyAgent } from '../testing/tiny-agent.ts'

const QUESTIONS = [
  {
    question: 'Which way?',
    header: 'Way',
    options: [{ label: 'Left', description: 'by the sea' }, { label: 'Right' }],
  },
  { question: 'With whom?', options: [{ label: 'Ann' }, { label: 'Bo' }], multiSelect: true },
]

/** An agent that asks questions as a permission, and says back what it heard. */
async function asked(): Promise<RunningRunner> {
  const ask = `state.end = () => answer({ stopReason: 'end_turn' }); ask('q', { toolCallId: 'c', title: 'Ask', kind: 'think', rawInput: { questions: ${JSON.stringify(QUESTIONS)} } }, [YES, NO])`
  const said = "text('agent_message_chunk', JSON.stringify(result)); state.end()"
  const running = await startRunner(process.execPath, tinyAgent({ 'session/prompt': ask }, { q: said }), testFolder(), {
    questions: 'permission-shaped',
  })
  const { threadId } = await running.report('thread.meta')
  running.command({ kind: 'prompt', threadId, text: 'go' })
  return running
}

async function heard(running: RunningRunner): Promise<unknown> {
  await running.report('run.state', (one) => one.state === 'ended')
  const said = running.events().flatMap((event) => {
    return event.type === 'entry' && event.kind === 'agent_message' && event.op === 'close' ? [event.body] : []
  })
  return JSON.parse((said[0] as { text: string }).text)
}

describe('a question in the shape of a permission', () => {
  test('is asked as a question, and its answers reach the agent', async () => {
    const running = await asked()
    const { approval } = await running.report('approval.raised')
    expect(approval).toMatchObject({
      asked: 'question',
      question: {
        fields: [
          {
            name: '0',
            title: 'Which way?',
            type: 'choice',
            choices: [{ value: 'Left', label: 'Left: by the sea' }, {}],
          },
          { name: '1', type: 'choices' },
        ],
      },
    })
    running.command(await running.answer(approval, { '0': 'Left', '1': ['Ann', 'Bo'] }))
    expect(await heard(running)).toEqual({
      outcome: { outcome: 'selected', optionId: 'y' },
      answers: { '0': 'Left', '1': 'Ann, Bo' },
    })
  })

  test('that is declined is refused by the option that refuses', async () => {
    const running = await asked()
    const { approval } = await running.report('approval.raised')
    running.command(await running.decision(approval, { verdict: 'deny' }))
    expect(await heard(running)).toEqual({ outcome: { outcome: 'selected', optionId: 'n' } })
  })
})
