import { expect, vi } from 'vitest'
import { useFaultyAgents } from './stage.ts'

const underFault = useFaultyAgents()

const unread = (lines: string) => `The agent wrote ${lines} that could not be read. They were left out.`

underFault('answer-unknown-id', 'it is left out, and told', { alone: true }, async (agent) => {
  expect(await agent.prompt(`${agent.fault}\n@say Fine.`).ended).toMatchObject({ stopReason: 'end_turn' })
  expect(agent.texts('notice')).toEqual([unread('1 line')])
})

underFault('big-output', 'the whole is kept as a blob, and a piece of it shown', {}, async (agent) => {
  await agent.prompt(agent.fault).ended
  const { content } = agent.call().body as {
    content: { type: string; sha256: string; bytes: number; preview: string }[]
  }
  expect(content).toMatchObject([{ type: 'blob', mediaType: 'text/plain', preview: expect.stringMatching(/^output /) }])
  expect(content[0]?.bytes).toBeGreaterThan(3 * 1024 * 1024)
  expect((await agent.running.blob(content[0]?.sha256 ?? ''))?.length).toBe(content[0]?.bytes)
})

underFault(
  'error-as-text',
  'the run has failed, with its words',
  { manifest: { prompt: { concurrent: 'queue', sessions: 'parallel', errors: 'text' } } },
  async (agent) => {
    const end = await agent.prompt(agent.fault).ended
    expect(end).toMatchObject({ stopReason: 'failed', message: expect.stringContaining('API error: 400') as string })
    expect(await agent.prompt('@say Fine.').ended).toMatchObject({ stopReason: 'end_turn' })
  },
)

underFault('long-line', 'the run goes on, and the other commands are there', {}, async (agent) => {
  expect(await agent.prompt(`${agent.fault}\n@say After.`).ended).toMatchObject({ stopReason: 'end_turn' })
  const meta = await agent.report('thread.meta', (one) => one.commands.some(({ name }) => name === 'long'))
  expect(meta.commands.map(({ name }) => name)).toEqual(['story', 'check', 'tour', 'long'])
  expect(JSON.stringify(meta).length).toBeLessThan(64 * 1024)
})

underFault('long-line text', 'all of it arrives, in entries of bounded size', {}, async (agent) => {
  await agent.prompt(`${agent.fault}\n@say After.`).ended
  const long = agent.texts('agent_message').filter((text) => /^x+$/.test(text))
  expect(long.join('')).toHaveLength(600 * 1024)
  expect(Math.max(...long.map((text) => text.length))).toBeLessThanOrEqual(64 * 1024)
})

underFault('no-message-ids', 'what it says between two calls is one message each', {}, async (agent) => {
  await agent.prompt('@think So so.\n@say One two three.\n@nopermit\n@run true\n@say Four five.').ended
  expect(agent.texts('agent_thought')).toEqual(['So so.'])
  expect(agent.texts('agent_message')).toEqual(['One two three.', 'Four five.'])
})

underFault('noise', 'it is left out, and told once', { alone: true }, async (agent) => {
  expect(await agent.prompt(`${agent.fault}\n@say Fine.`).ended).toMatchObject({ stopReason: 'end_turn' })
  expect(agent.texts()).toEqual([expect.stringContaining('@fault'), 'Fine.', unread('2 lines')])
})

underFault('non-utf8', 'it is shown with replacement characters', {}, async (agent) => {
  await agent.prompt(agent.fault).ended
  const text = JSON.stringify(agent.call().body)
  expect(text).toContain('\uFFFD')
  expect(text).toContain('half a pair')
})

underFault('unknown-fields', 'the call is shown with what is known of it', {}, async (agent) => {
  expect(await agent.prompt(`${agent.fault}\n@say After.`).ended).toMatchObject({ stopReason: 'end_turn' })
  const call = agent.call()
  expect(call).toMatchObject({ open: false, body: { title: 'Paint the fence', toolKind: 'paint' } })
  expect(JSON.stringify(call.body)).toContain('Half of it is red.')
})

underFault('unknown-request', 'it gets "method not found"', {}, async (agent) => {
  await agent.prompt(agent.fault).ended
  expect(agent.texts('agent_message')).toEqual(['The client answered craft/drainMidTurnQueue with error -32601.'])
})

underFault('unknown-update', 'it is kept under its own name, and the run goes on', {}, async (agent) => {
  expect(await agent.prompt(`${agent.fault}\n@say After.`).ended).toMatchObject({ stopReason: 'end_turn' })
  expect(agent.entries().map((entry) => entry.kind)).toEqual(['user_message', 'mood_update', 'agent_message'])
})

underFault('unsolicited-write', 'it is refused, and nothing is written', {}, async (agent) => {
  await agent.prompt(agent.fault).ended
  expect(agent.texts('agent_message')).toEqual(['The client answered fs/write_text_file with error -32601.'])
  expect(agent.wrote('unsolicited.txt')).toBe(false)
})

underFault('update-unknown-call', 'the call is made', {}, async (agent) => {
  await agent.prompt(agent.fault).ended
  const call = agent.call()
  expect(call).toMatchObject({ open: false, body: { status: 'completed' } })
})

underFault('updates-after-result', 'they are kept and closed, and the next prompt works', {}, async (agent) => {
  await agent.prompt(`${agent.fault}\n@say Done.`).ended
  const all = [
    ['user_message', false],
    ['agent_message', false],
    ['agent_message', false],
    ['tool_call', false],
  ]
  await vi.waitFor(() => expect(agent.entries().map(({ kind, open }) => [kind, open])).toEqual(all), {
    timeout: 10_000,
  })
  expect(await agent.prompt('@say Again.').ended).toMatchObject({ stopReason: 'end_turn' })
})
