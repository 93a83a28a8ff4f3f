import { describe, expect, test } from 'vitest'
import { genericManifest } from '../adapters/generic.ts'
import { newToolCall } from '../transcripts/tool-call.ts'
import { testFolder } from '../testing/folder.ts'
import { startRunner, type ManifestChange, type RunningRunner } from '../testing/running.ts'
import { tinyAgent, type Does } from '../testing/tiny-agent.ts'
import { wentOn } from './bypass.ts'

const DIFF = { type: 'diff', path: '/a', oldText: 'a', newText: 'b' }
const asked = { ...newToolCall('c'), status: 'in_progress', content: [DIFF], rawOutput: { a: 1 } }

test.each([
  ['the same again', { content: [DIFF], rawOutput: { a: 1 } }, false],
  ['a new title', { title: 'Edit /a' }, false],
  ['a terminal without output', { content: [{ type: 'terminal', terminalId: 't' }] }, false],
  ['output', { rawOutput: { a: 2 } }, true],
  ['text', { content: [DIFF, { type: 'content', content: { type: 'text', text: 'wrote' } }] }, true],
  ['another diff', { content: [{ ...DIFF, newText: 'c' }] }, true],
  ['output beside the call', { _meta: { terminal_output_delta: { data: 'x' } } }, true],
])('a running call that shows %s went on: %#', (_name, update, went) => {
  expect(wentOn(asked, update, 'in_progress')).toBe(went)
  expect(wentOn(asked, update, 'pending')).toBe(false)
})

const CALL = "say({ sessionUpdate: 'tool_call', toolCallId: '1', title: 'Edit', kind: 'edit', status: 'pending' });"
const ASK = "ask('ask', { toolCallId: '1' }, [YES, NO]);"
const END = "answer({ stopReason: 'end_turn' });"

async function go(code: string, change: ManifestChange = {}, answers: Does = {}): Promise<RunningRunner> {
  const running = await startRunner(
    process.execPath,
    tinyAgent({ 'session/prompt': code }, answers),
    testFolder(),
    change,
  )
  const { threadId } = await running.report('thread.meta')
  running.command({ kind: 'prompt', threadId, text: 'go' })
  return running
}

function effects(running: RunningRunner): unknown[] {
  return running.events().flatMap((event) => {
    return event.type === 'report' && event.report.name === 'decision.effect' ? [event.report['effect']] : []
  })
}

describe('a question that nobody answered', () => {
  const oneByOne = { ...genericManifest('x', []).permissions, parallel: false }

  test.each([
    [
      'goes on with output',
      `${CALL}${ASK} say({ sessionUpdate: 'tool_call_update', toolCallId: '1', status: 'in_progress', rawOutput: { a: 1 } }); setTimeout(() => { say({ sessionUpdate: 'tool_call_update', toolCallId: '1', status: 'failed' }); ${END} }, 100)`,
      {},
    ],
    ['is left open by a turn that ends well', `${CALL}${ASK}${END}`, {}],
    [
      'is followed by another about it, from an agent that asks one by one',
      `${CALL}${ASK} ask('more', { toolCallId: '1' }, [YES, NO]);`,
      { permissions: oneByOne },
    ],
  ])('was passed over where its call %s', async (_name, code, change) => {
    const running = await go(code, change)
    const { approval } = await running.report('approval.raised')
    const effect = await running.report('decision.effect')
    expect(effect).toMatchObject({ approvalId: approval.approvalId, effect: 'bypassed' })
  })

  test.each([
    ['failed', `${CALL}${ASK} say({ sessionUpdate: 'tool_call_update', toolCallId: '1', status: 'failed' }); ${END}`],
    ['was given up with its turn', `${CALL}${ASK} answer({ stopReason: 'cancelled' });`],
  ])('was not passed over where its call %s', async (_name, code) => {
    const running = await go(code)
    await running.report('run.state', (one) => one.state === 'ended')
    expect(await running.report('approval.ended')).toMatchObject({ outcome: 'withdrawn' })
    expect(effects(running)).toEqual([])
  })
})

describe('a session that is no thread\u2019s', () => {
  test('reaches a person with what it asks; what else it says is told of once', async () => {
    const running = await go(
      `text('agent_message_chunk', 'main'); say({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'sub' } }, 'child'); say({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'sub' } }, 'child'); state.end = () => { ${END} }; ask('ask', { toolCallId: 'k', title: 'Sub edit' }, [YES, NO], 'child');`,
      {},
      { ask: "say({ sessionUpdate: 'tool_call_update', toolCallId: 'k', status: 'completed' }, 'child'); state.end()" },
    )
    const { approval } = await running.report('approval.raised')
    running.command(await running.decision(approval))
    await running.report('decision.effect', (one) => one.effect === 'applied')
    await running.report('run.state', (one) => one.state === 'ended')
    const closed = running.events().flatMap((event) => {
      return event.type === 'entry' && event.op === 'close' && event.kind !== 'user_message' ? [event] : []
    })
    const said = closed.map((event) => {
      const body = event.body as { text?: string; title?: string; status?: string }
      return body.text ?? `${body.title ?? ''}: ${body.status ?? ''}`
    })
    expect(said.filter((text) => text.includes('another session') || text.includes('Another session'))).toHaveLength(2)
    expect(said).toContain('Sub edit: completed')
    expect(said).not.toContain('sub')
  })
})
