import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { testFolder } from '../testing/folder.ts'
import { startRunner, type ManifestChange, type RunningRunner } from '../testing/running.ts'
import { tinyAgent, type Does } from '../testing/tiny-agent.ts'

const MODES = `modes: { currentModeId: state.mode ?? 'auto', availableModes: [{ id: 'default', name: 'Default' }, { id: 'plan', name: 'Plan' }, { id: 'auto', name: 'Auto' }] }`
const TELLS =
  "state.mode = params.modeId; say({ sessionUpdate: 'current_mode_update', currentModeId: state.mode }); answer({})"
/** A harness that begins in a mode that does not ask, as two real ones do. */
const AUTO: Does = {
  'session/new': `answer({ sessionId: 's', ${MODES} })`,
  'session/load': `state.mode = 'auto'; answer({ ${MODES} })`,
  'session/set_mode': TELLS,
}

const asking: AdapterManifest['asking'] = {
  asks: 'by-mode',
  modes: ['default', 'plan'],
  options: {},
  modeAnswer: false,
  workspaceSettings: [],
  unasked: null,
}
const SAFE: ManifestChange = {
  afterSession: [{ set: 'mode', value: 'default', readBack: true }],
  asking,
}

function start(does: Does, change: ManifestChange = SAFE): Promise<RunningRunner> {
  return startRunner(process.execPath, tinyAgent({ ...AUTO, ...does }), testFolder(), change)
}

function notices(running: RunningRunner): string[] {
  return running.events().flatMap((event) => {
    return event.type === 'entry' && event.kind === 'notice' ? [(event.body as { text: string }).text] : []
  })
}

const thread = (running: RunningRunner) => running.report('thread.meta')

describe('the mode in which an agent asks', () => {
  test('is set after a new session, read back, and told of the thread and of the orb', async () => {
    const running = await start({})
    const meta = await running.report('thread.meta', (one) => (one.asking ?? null) !== null)
    expect(meta.asking?.state).toBe('confirmed')
    expect(meta.modes).toMatchObject({ current: 'default' })
    expect(meta.modes?.available.map((mode) => [mode.id, mode.asksLess])).toEqual([
      ['default', false],
      ['plan', false],
      ['auto', true],
    ])
    const orb = await running.report('orb.state', (one) => (one.asking ?? null) !== null)
    expect(orb.asking?.state).toBe('confirmed')
  })

  test('is set again after a load: a harness that forgets it would act unasked', async () => {
    const running = await start({})
    await running.report('thread.meta', (one) => one.asking?.state === 'confirmed')
    const { threadId } = await thread(running)
    running.command({ kind: 'harness.restart' })
    running.command({ kind: 'prompt', threadId, text: 'go' })
    // Told as not known while the agent is away, then confirmed anew.
    const told: (string | null)[] = []
    await running.report('thread.meta', ({ asking: said }) => {
      told.push(said?.state ?? null)
      return (
        said?.state === 'confirmed' && told.includes('confirmed') && told.lastIndexOf(null) > told.indexOf('confirmed')
      )
    })
  })

  test.each([
    ['that is refused', "out({ id, error: { code: -32602, message: 'no such mode' } })"],
    ['of which nothing is said', 'answer({})'],
  ])('%s is not confirmed, and says why', async (_name, code) => {
    const running = await start({ 'session/set_mode': code })
    const { asking: said } = await running.report('thread.meta', (one) => (one.asking ?? null) !== null)
    expect(said).toMatchObject({ state: 'unconfirmed' })
    expect(said?.message).toContain('mode "Auto"')
    expect((await running.report('orb.state', (one) => one.asking?.state === 'unconfirmed')).state).toBeDefined()
  })

  test('that is told by an option alone counts for the mode', async () => {
    const options = `configOptions: [{ type: 'select', id: 'mode', name: 'Mode', category: 'mode', currentValue: params.value ?? 'auto', options: [{ value: 'default', name: 'Default' }, { value: 'auto', name: 'Auto' }] }]`
    const running = await start({
      'session/new': `answer({ sessionId: 's', ${MODES}, ${options} })`,
      'session/set_mode': 'answer({})',
      'session/set_config_option': `answer({ ${options} })`,
    })
    const meta = await running.report('thread.meta', (one) => (one.asking ?? null) !== null)
    expect(meta).toMatchObject({ asking: { state: 'confirmed' }, modes: { current: 'default' }, options: [] })
  })

  test('that a harness tells by its answer alone is relied upon where its manifest says so, there and back', async () => {
    const relied: ManifestChange = { ...SAFE, asking: { ...asking, modeAnswer: true } }
    const running = await start({ 'session/set_mode': 'answer({})' }, relied)
    const { threadId } = await running.report('thread.meta', (one) => one.asking?.state === 'confirmed')
    const change = (modeId: string) => {
      running.command({ kind: 'thread.set', threadId, setting: { kind: 'mode', modeId } })
    }
    change('auto')
    running.command(await running.decision((await running.report('approval.raised')).approval))
    await running.report('thread.meta', (one) => one.asking?.state === 'lowered' && one.modes?.current === 'auto')
    change('default')
    let lowered = false
    await running.report('thread.meta', (one) => {
      lowered ||= one.asking?.state === 'lowered'
      return lowered && one.asking?.state === 'confirmed' && one.modes?.current === 'default'
    })
  })

  test('that the agent leaves of its own accord is set back once and said, and then is not confirmed', async () => {
    const leaves = "say({ sessionUpdate: 'current_mode_update', currentModeId: 'auto' });"
    const running = await start({ 'session/prompt': `${leaves} answer({ stopReason: 'end_turn' })` })
    await running.report('thread.meta', (one) => one.asking?.state === 'confirmed')
    const { threadId } = await thread(running)
    running.command({ kind: 'prompt', threadId, text: 'one' })
    const first = await running.report('run.state', (one) => one.state === 'ended')
    running.command({ kind: 'prompt', threadId, text: 'two' })
    await running.report('run.state', (one) => one.state === 'ended' && one.runId !== first.runId)
    const last = await running.report('thread.meta', (one) => one.asking?.state === 'unconfirmed')
    expect(last.modes?.current).toBe('auto')
    expect(notices(running).filter((text) => text.includes('It was set back to mode "Default"'))).toHaveLength(1)
  })
})

test('in a workspace that brings settings for the agent, nothing is confirmed, and the file is named', async () => {
  const change: ManifestChange = { ...SAFE, asking: { ...asking, workspaceSettings: ['.agent/settings.json'] } }
  const running = await start({}, change)
  await running.report('thread.meta', (one) => one.asking?.state === 'confirmed')
  const { threadId } = await thread(running)
  mkdirSync(join(running.workspace, '.agent'))
  symlinkSync('/nowhere', join(running.workspace, '.agent/settings.json'))
  running.command({ kind: 'harness.restart' })
  running.command({ kind: 'prompt', threadId, text: 'go' })
  const { asking: said } = await running.report('thread.meta', (one) => one.asking?.state === 'unconfirmed')
  expect(said?.message).toContain('.agent/settings.json')
})

describe('a setting that a person changes', () => {
  test('is made at once where the agent asks as much with it', async () => {
    const running = await start({})
    const { threadId } = await running.report('thread.meta', (one) => one.asking?.state === 'confirmed')
    const sent = running.command({ kind: 'thread.set', threadId, setting: { kind: 'mode', modeId: 'plan' } })
    await running.report('command.effect', (one) => one.commandId === sent.commandId && one.effect === 'applied')
    const meta = await running.report('thread.meta', (one) => one.modes?.current === 'plan')
    expect(meta.asking?.state).toBe('confirmed')
  })

  test('and with which it asks less takes a signed decision', async () => {
    const leaves = "say({ sessionUpdate: 'current_mode_update', currentModeId: 'auto' });"
    const running = await start({ 'session/prompt': `${leaves} answer({ stopReason: 'end_turn' })` })
    const { threadId } = await running.report('thread.meta', (one) => one.asking?.state === 'confirmed')
    const setting = { kind: 'mode', modeId: 'auto' } as const
    running.command({ kind: 'thread.set', threadId, setting })
    const { approval } = await running.report('approval.raised')
    expect(approval).toMatchObject({
      risk: 'destructive',
      riskRule: 'setting:asks-less',
      toolCall: { toolKind: 'switch_mode', title: 'Change to mode "Auto"', rawInput: setting },
    })
    running.command(await running.decision(approval, { verdict: 'deny' }))
    await running.report('decision.effect', (one) => one.effect === 'applied')

    running.command({ kind: 'thread.set', threadId, setting })
    const again = await running.report('approval.raised', (one) => one.approval.approvalId !== approval.approvalId)
    running.command(await running.decision(again.approval))
    const meta = await running.report('thread.meta', (one) => one.asking?.state === 'lowered')
    expect(meta.modes?.current).toBe('auto')
    expect(notices(running)).toEqual([])

    // Taken back, it is decided no more: the agent cannot return to it by itself.
    running.command({ kind: 'thread.set', threadId, setting: { kind: 'mode', modeId: 'default' } })
    let lowered = false
    await running.report('thread.meta', (one) => {
      lowered ||= one.asking?.state === 'lowered'
      return lowered && one.asking?.state === 'confirmed'
    })
    running.command({ kind: 'prompt', threadId, text: 'one' })
    running.command({ kind: 'prompt', threadId, text: 'two' })
    const ended = new Set<string>()
    await running.report('run.state', (one) => one.state === 'ended' && ended.add(one.runId).size === 2)
    const said = notices(running).filter((text) => text.includes('It was set back to mode "Default".'))
    expect(said).toHaveLength(1)
  })

  test('is refused where the agent does not offer it', async () => {
    const running = await start({})
    const { threadId } = await running.report('thread.meta', (one) => one.asking?.state === 'confirmed')
    const sent = running.command({ kind: 'thread.set', threadId, setting: { kind: 'mode', modeId: 'yolo' } })
    const end = await running.report(
      'command.effect',
      (one) => one.commandId === sent.commandId && one.effect !== 'delivered',
    )
    expect(end).toMatchObject({ effect: 'refused' })
  })
})

describe('a sign-in', () => {
  test('is made by the method of the manifest before the first session', async () => {
    const running = await start(
      {
        authenticate: 'state.by = params.methodId; answer({})',
        'session/new': `state.by === 'key' ? answer({ sessionId: 's', ${MODES} }) : out({ id, error: { code: -32000, message: 'auth' } })`,
      },
      { ...SAFE, auth: { kind: 'authenticate', methodId: 'key' } },
    )
    await running.report('thread.meta', (one) => one.asking?.state === 'confirmed')
  })

  test('that only a person can make is named in the error', async () => {
    const running = await start(
      { 'session/new': "out({ id, error: { code: -32000, message: 'auth' } })" },
      { ...SAFE, auth: { kind: 'external', hint: 'agent login' } },
    )
    const { threadId } = await thread(running)
    running.command({ kind: 'prompt', threadId, text: 'go' })
    const end = await running.report('run.state', (one) => one.state === 'ended')
    expect(end).toMatchObject({
      stopReason: 'failed',
      message: 'The agent wants you to sign in. Do so in a terminal, and try again: agent login',
    })
  })
})
