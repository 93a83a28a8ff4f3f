import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import { newId } from '../../shared/ids.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import {
  EMPTY_TRANSCRIPT,
  reduceTranscript,
  type Entry,
  type PlacedEvent,
} from '../../shared/transcripts/transcript.ts'
import { BUILT_IN } from '../adapters/built-in.ts'
import { isFaultName, FAULTS, type Switch } from '../scripted-agent/faults/table.ts'
import type { AnswerRecord } from '../scripted-agent/wire/answers.ts'
import { newFolder } from '../testing/folder.ts'
import { openRunner, type ManifestChange, type RunningRunner } from '../testing/running.ts'
import { scriptedAgent } from '../testing/scripted-agent.ts'

/** The manifest of the scripted agent. */
const [OWN] = BUILT_IN.filter(({ id }) => id === 'scripted')

/** As many runners start at once as a test file has tests of its own: on a busy machine that takes its time. */
const WAIT_MS = 25_000

type Named<N extends KnownReport['name']> = Extract<KnownReport, { name: N }>

/** The scripted agent with a fault, under a real runner, and a thread of it. */
export interface FaultyAgent {
  readonly running: RunningRunner
  readonly threadId: string
  /** The folder in which the agent keeps its own record. */
  readonly store: string
  /** The line of a script that turns the fault on; one of a whole process is on from its start. */
  readonly fault: string
  /** Gives the agent a script. */
  prompt(script: string): Turn
  /** The question of this thread with this number, the first being 0. */
  asked(number?: number): Promise<ApprovalRequest>
  decide(approval: ApprovalRequest, verdict: 'allow' | 'deny'): Promise<void>
  /** The first report about this thread that fits. */
  report<N extends 'approval.ended' | 'decision.effect' | 'thread.meta'>(
    name: N,
    fits: (report: Named<N>) => boolean,
  ): Promise<Named<N>>
  /** Sends a command, and waits until it is done. */
  done(command: Parameters<RunningRunner['command']>[0]): Promise<Named<'command.effect'>>
  /** What is shown in the thread. */
  entries(): readonly Entry[]
  /** The first tool call that is shown. @throws Error where there is none */
  call(): Entry
  /** The texts of what is shown, of one kind or of all. */
  texts(kind?: string): string[]
  /** What the agent heard of a question, in its own record: `selected`, `cancelled`. */
  answers(approval: ApprovalRequest): string[]
  /** True where a file is in the workspace. */
  wrote(file: string): boolean
}

/** A task that the agent was given. */
export interface Turn {
  readonly begun: Promise<Named<'run.state'>>
  readonly ended: Promise<Named<'run.state'>>
}

/** How a fault is tested. */
export interface FaultTest {
  /** It takes the process down, or shows in other threads: the agent is started for this test alone. */
  readonly alone?: boolean
  /** Other faults that have to be there for it to show. */
  readonly with?: readonly Switch[]
  /** What the manifest of such an agent says. */
  readonly manifest?: ManifestChange
}

/** Declares the test of a switch: `promise` is what the runner makes of it. */
export type UnderFault = (
  name: Switch,
  promise: string,
  options: FaultTest,
  body: (agent: FaultyAgent) => Promise<void>,
) => void

interface Started {
  readonly running: RunningRunner
  readonly store: string
  stop(): Promise<void>
}

/**
 * Starts one agent for all tests of a file whose fault ends with the turn; each other test starts its own. The tests run
 * beside each other: mostly they wait.
 */
export function useFaultyAgents(): UnderFault {
  let shared: Promise<Started> | null = null
  beforeAll(scriptedAgent)
  afterAll(async () => (await shared)?.stop())

  return (name, promise, options, body) => {
    test.concurrent(`${name}: ${promise}`, { timeout: 2 * WAIT_MS }, async ({ onTestFinished }) => {
      const [fault = '', argument = ''] = name.split(' ')
      const ofProcess = isFaultName(fault) && FAULTS[fault].scope === 'process'
      const own = ofProcess || options.alone === true || options.manifest !== undefined
      const flags = [...(ofProcess ? [name] : []), ...(options.with ?? [])].map((one) => one.replace(' ', '='))
      const started = own ? await start(flags, options.manifest) : await (shared ??= start([]))
      if (own) onTestFinished(started.stop)
      const agent = await inThread(started, ofProcess ? '' : `@fault ${fault} ${argument}`)
      await body(agent)
    })
  }
}

async function start(faults: readonly string[], change: ManifestChange = {}): Promise<Started> {
  const [orb, store] = [newFolder(), newFolder()]
  const args = [await scriptedAgent(), '--fast', '--store', store.path, ...faults.flatMap((one) => ['--fault', one])]
  const manifest = { ...OWN, ...change }
  const running = await openRunner(process.execPath, args, orb.path, manifest, { waitMs: WAIT_MS })
  const stop = async (): Promise<void> => {
    await running.stop()
    orb.remove()
    store.remove()
  }
  return { running, store: store.path, stop }
}

async function inThread({ running, store }: Started, fault: string): Promise<FaultyAgent> {
  const threadId = newId()
  const done: FaultyAgent['done'] = (command) => {
    const { commandId } = running.command(command)
    return running.report('command.effect', (one) => one.commandId === commandId && one.effect !== 'delivered')
  }
  const approvals = new Set<string>()
  const ofThread = (report: Named<'approval.ended' | 'decision.effect' | 'thread.meta'>): boolean =>
    report.name === 'thread.meta' ? report.threadId === threadId : approvals.has(report.approvalId)
  const entries = (): readonly Entry[] => {
    const placed = running
      .events()
      .flatMap((event): PlacedEvent[] =>
        event.type === 'entry' && event.threadId === threadId ? [{ ...event, position: event.seq }] : [],
      )
    return reduceTranscript(EMPTY_TRANSCRIPT, placed).entries
  }
  await done({ kind: 'thread.new', threadId, title: null })

  return {
    running,
    threadId,
    store,
    fault,
    prompt(text) {
      const { commandId } = running.command({ kind: 'prompt', threadId, text })
      const inState = (state: 'running' | 'ended'): Promise<Named<'run.state'>> =>
        running.report('run.state', (one) => one.state === state && one.commandId === commandId)
      return { begun: inState('running'), ended: inState('ended') }
    },
    async asked(number = 0) {
      let before = 0
      const { approval } = await running.report(
        'approval.raised',
        (one) => one.approval.threadId === threadId && before++ === number,
      )
      approvals.add(approval.approvalId)
      return approval
    },
    async decide(approval, verdict) {
      running.command(await running.decision(approval, { verdict }))
    },
    report: (name, fits) => running.report(name, (one) => ofThread(one) && fits(one)),
    done,
    entries,
    call() {
      const found = entries().find((entry) => entry.kind === 'tool_call')
      if (found === undefined) throw new Error('no tool call is shown')
      return found
    },
    texts: (kind) =>
      entries().flatMap(({ kind: its, body }) => {
        const { text } = body as { text?: unknown }
        return (kind === undefined || its === kind) && typeof text === 'string' ? [text] : []
      }),
    answers: ({ toolCall }) =>
      readLines(join(store, 'answers.jsonl')).flatMap((line) => {
        const { toolCallId, outcome } = JSON.parse(line) as AnswerRecord
        return toolCallId === toolCall?.toolCallId ? [outcome] : []
      }),
    wrote: (file) => existsSync(join(running.workspace, file)),
  }
}

function readLines(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
