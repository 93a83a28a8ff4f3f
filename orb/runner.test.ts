import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalDigest } from '../shared/approvals/request.ts'
import { makeDevice, testRoster } from '../tests/support/roster.ts'
import { openOrbStore } from './spool/orb-store.ts'
import { testFolder } from './testing/folder.ts'
import { startRunner, type RunningRunner } from './testing/running.ts'
import { scriptedAgent } from './testing/scripted-agent.ts'

let agent: string

beforeAll(async () => {
  agent = await scriptedAgent()
})

async function start(folder = testFolder()): Promise<RunningRunner & { answers: () => string[] }> {
  const store = testFolder()
  const running = await startRunner(process.execPath, [agent, '--fast', '--store', store], folder)
  const path = join(store, 'answers.jsonl')
  const answers = () => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [])
  return { ...running, answers }
}

async function asking(running: RunningRunner) {
  const { threadId } = await running.report('thread.meta')
  const prompt = running.command({ kind: 'prompt', threadId, text: '@permit\n@write asked.txt :: asked' })
  const { approval } = await running.report('approval.raised')
  return { prompt, approval, threadId }
}

describe('a decision', () => {
  test('that was made for something else is refused, and the question is asked again', async () => {
    const running = await start()
    const { approval } = await asking(running)
    expect(approval.digest).toBe(await approvalDigest(running.orbId, approval))
    const { digest } = { ...approval, digest: await approvalDigest(running.orbId, { ...approval, options: [] }) }
    const forged = running.command(await running.decision(approval, { digest }))
    expect(
      await running.report('command.effect', (one) => one.commandId === forged.commandId && one.effect !== 'delivered'),
    ).toMatchObject({
      effect: 'refused',
    })
    expect(await running.report('approval.ended')).toMatchObject({
      approvalId: approval.approvalId,
      outcome: 'superseded',
    })
    expect(running.answers()).toEqual([])

    const again = await running.report('approval.raised', (one) => one.approval.approvalId !== approval.approvalId)
    expect(again.approval.nonce).not.toBe(approval.nonce)
    running.command(await running.decision(again.approval))
    await running.report('run.state', (one) => one.state === 'ended')
    expect(running.answers()).toHaveLength(1)
    expect(existsSync(join(running.workspace, 'asked.txt'))).toBe(true)
  })

  test('that is delivered again, and a second one, answer the agent once', async () => {
    const running = await start()
    const { approval } = await asking(running)
    const first = running.command(await running.decision(approval))
    running.relay.send({ t: 'command', command: first })
    const second = running.command(await running.decision(approval, { verdict: 'deny' }))
    expect(await running.report('decision.effect', (one) => one.effect === 'applied')).toMatchObject({
      commandId: first.commandId,
    })
    expect(
      await running.report('command.effect', (one) => one.commandId === second.commandId && one.effect !== 'delivered'),
    ).toMatchObject({
      effect: 'refused',
      message: 'This was already answered.',
    })
    await running.report('run.state', (one) => one.state === 'ended')
    expect(running.answers()).toHaveLength(1)
  })

  test.each([
    ['about an approval that nobody raised', { approvalId: 'nobody' }, {}, 'undeliverable'],
    ['of another generation', {}, { generation: 2 }, 'refused'],
  ])('%s reaches nobody', async (_name, body, more, effect) => {
    const running = await start()
    const { approval } = await asking(running)
    const sent = running.command({ ...(await running.decision(approval)), ...body }, more)
    expect(await running.report('decision.effect', (one) => one.effect !== 'delivered')).toMatchObject({
      commandId: sent.commandId,
      effect: 'undeliverable',
    })
    const end = await running.report(
      'command.effect',
      (one) => one.commandId === sent.commandId && one.effect !== 'delivered',
    )
    expect(end.effect).toBe(effect)
    expect(running.answers()).toEqual([])
  })

  test('that comes after a stop is undeliverable: the agent heard "cancelled"', async () => {
    const running = await start()
    const { approval, threadId } = await asking(running)
    running.command({ kind: 'cancel', threadId, runId: null })
    const late = running.command(await running.decision(approval))
    expect(await running.report('decision.effect', (one) => one.effect !== 'delivered')).toMatchObject({
      commandId: late.commandId,
      effect: 'undeliverable',
    })
    expect(await running.report('run.state', (one) => one.state === 'ended')).toMatchObject({ stopReason: 'cancelled' })
    expect(existsSync(join(running.workspace, 'asked.txt'))).toBe(false)
  })
})

describe('a decision by a version of the roster that has not come', () => {
  async function joined(running: RunningRunner) {
    const phone = await makeDevice(running.roster.owner.person, { name: 'Phone' })
    const entry = await running.roster.add({ kind: 'device.add', device: phone.device, person: phone.person })
    const { personId, name } = phone.person
    const by = { personId, personName: name, deviceId: phone.device.deviceId, deviceName: 'Phone' }
    return { phone, entry, by }
  }

  test('waits for it', async () => {
    const running = await start()
    const { approval, threadId } = await asking(running)
    const { phone, entry, by } = await joined(running)
    const sent = running.command(await running.decision(approval, {}, phone), { by })
    // A command behind it does not wait with it.
    running.command({ kind: 'thread.rename', threadId, title: 'meanwhile' })
    await running.report('thread.meta', (one) => one.title === 'meanwhile')
    running.relay.send({ t: 'roster', entries: [entry] })
    expect(await running.report('decision.effect', (one) => one.effect !== 'delivered')).toMatchObject({
      commandId: sent.commandId,
      effect: 'applied',
    })
  })

  test('is refused where it does not come, and the question is asked again', async () => {
    const running = await start()
    const { approval } = await asking(running)
    const { phone, by } = await joined(running)
    running.command(await running.decision(approval, {}, phone), { by })
    expect(await running.report('decision.effect', (one) => one.effect !== 'delivered')).toMatchObject({
      effect: 'undeliverable',
      message: 'It was made by version 1 of the roster; 0 is known. Nothing was answered.',
    })
    const again = await running.report('approval.raised', (one) => one.approval.approvalId !== approval.approvalId)
    expect(again.approval.digest).not.toBe(approval.digest)
    expect(running.answers()).toEqual([])
  })
})

test('a roster that the relay shows and the orb refuses stands in the state of the orb', async () => {
  const running = await start()
  await running.report('orb.state', (one) => one.roster?.version === 0)
  running.relay.send({ t: 'roster', entries: (await testRoster()).entries })
  const state = await running.report('orb.state', (one) => (one.roster?.problem ?? null) !== null)
  expect(state.roster).toMatchObject({ version: 0, firstUse: true })
  expect(state.roster?.problem).toContain('another first owner')
})

describe('a command', () => {
  test('of a fence that has been passed is refused', async () => {
    const running = await start()
    const { threadId } = await running.report('thread.meta')
    running.command({ kind: 'thread.rename', threadId, title: 'new' }, { fence: 5 })
    const stale = running.command({ kind: 'thread.rename', threadId, title: 'old' }, { fence: 4 })
    const end = await running.report(
      'command.effect',
      (one) => one.commandId === stale.commandId && one.effect !== 'delivered',
    )
    expect(end.effect).toBe('refused')
    expect(await running.report('thread.meta', (one) => one.title !== null)).toMatchObject({ title: 'new' })
  })

  test('for a thread that is not there is refused', async () => {
    const running = await start()
    const sent = running.command({ kind: 'prompt', threadId: 'nowhere', text: 'hello' })
    const end = await running.report(
      'command.effect',
      (one) => one.commandId === sent.commandId && one.effect !== 'delivered',
    )
    expect(end).toMatchObject({ effect: 'refused', message: 'There is no such thread here.' })
  })
})

/** A harness in a few lines that loads sessions, and tells their past before and after it says that it has. */
const REPLAYING = `
const out=(m)=>console.log(JSON.stringify({jsonrpc:'2.0',...m}));
const say=(text)=>out({method:'session/update',params:{sessionId:'s',update:{sessionUpdate:'agent_message_chunk',content:{type:'text',text}}}});
require('readline').createInterface({input:process.stdin}).on('line',(line)=>{
  const {id,method}=JSON.parse(line);
  if(method==='initialize')out({id,result:{protocolVersion:1,agentCapabilities:{loadSession:true}}});
  if(method==='session/new')out({id,result:{sessionId:'s'}});
  if(method==='session/load'){say('old one');out({id,result:{}});say('old two');setTimeout(()=>say('old three'),100)}
  if(method==='session/prompt'){say('new');out({id,result:{stopReason:'end_turn'}})}
});`

function texts(running: RunningRunner): unknown[] {
  return running.events().flatMap((event) => {
    if (event.type !== 'entry' || event.op !== 'close' || event.kind === 'user_message') return []
    return [(event.body as { text: unknown }).text]
  })
}

async function runTwice(running: RunningRunner): Promise<void> {
  const { threadId } = await running.report('thread.meta')
  running.command({ kind: 'prompt', threadId, text: '@say new' })
  const first = await running.report('run.state', (one) => one.state === 'ended')
  running.command({ kind: 'harness.restart' })
  running.command({ kind: 'prompt', threadId, text: '@say new' })
  const second = await running.report('run.state', (one) => one.state === 'ended' && one.runId !== first.runId)
  expect(second.stopReason).toBe('end_turn')
}

test('what a harness replays when a session is loaded is swallowed, also after it has said that it is done', async () => {
  const running = await startRunner(process.execPath, ['-e', REPLAYING])
  await runTwice(running)
  expect(texts(running)).toEqual(['new', 'new'])
})

test('a harness that cannot be started: the orb says why, and so does each prompt', async () => {
  const running = await startRunner('no-such-agent-anywhere', [])
  const { threadId } = await running.report('thread.meta')
  expect((await running.report('orb.state', (one) => one.state === 'failed')).message).toContain(
    'no-such-agent-anywhere',
  )
  const prompt = running.command({ kind: 'prompt', threadId, text: 'hello' })
  expect(await running.report('run.state', (one) => one.state === 'ended')).toMatchObject({ stopReason: 'failed' })
  expect(
    await running.report('command.effect', (one) => one.commandId === prompt.commandId && one.effect !== 'delivered'),
  ).toMatchObject({
    effect: 'undeliverable',
  })
})

test.each(['{}', '{"sessionId":7}', 'null', '{"sessionId":""}'])('a session opened with %s is none', async (result) => {
  const script = `require('readline').createInterface({input:process.stdin}).on('line',(l)=>{const {id,method}=JSON.parse(l);
    console.log(JSON.stringify({jsonrpc:'2.0',id,result:method==='initialize'?{protocolVersion:1}:${result}}))})`
  const running = await startRunner(process.execPath, ['-e', script])
  const { threadId } = await running.report('thread.meta')
  running.command({ kind: 'prompt', threadId, text: 'hello' })
  const end = await running.report('run.state', (one) => one.state === 'ended')
  expect(end.stopReason).toBe('failed')
  expect(end.message).toMatch(/agent/i)
})

test('a harness that speaks another version of the protocol is refused with a sentence', async () => {
  const script = `require('readline').createInterface({input:process.stdin}).on('line',(l)=>console.log(JSON.stringify({jsonrpc:'2.0',id:JSON.parse(l).id,result:{protocolVersion:9}})))`
  const running = await startRunner(process.execPath, ['-e', script])
  expect((await running.report('orb.state', (one) => one.state === 'failed')).message).toContain('ACP version 9')
})

test('what an agent takes is reported, and that all else is given by its path', async () => {
  const script = `require('readline').createInterface({input:process.stdin}).on('line',(l)=>{const {id,method}=JSON.parse(l);
    const result={initialize:{protocolVersion:1,agentInfo:{name:'Plain',version:'1'}},'session/new':{sessionId:'s'}}[method]
    if(result)console.log(JSON.stringify({jsonrpc:'2.0',id,result}))})`
  const running = await startRunner(process.execPath, ['-e', script])
  const { takes } = await running.report('orb.state', (one) => (one.takes ?? null) !== null)
  expect(takes).toEqual({ images: false, files: false, paths: true })
})

test('a fenced runner keeps its spool and never starts again', async () => {
  const folder = testFolder()
  const running = await start(folder)
  await running.report('orb.state', (one) => one.state === 'ready')
  running.relay.socket.close(4411)
  expect((await running.ended).fenced).toBe(true)
  await running.stop()
  await expect(openOrbStore(join(folder, 'orb'))).rejects.toThrow('A newer generation took over this orb')
})
