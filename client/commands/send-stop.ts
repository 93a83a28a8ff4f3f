import { createSignal } from 'solid-js'
import { CommandOutcome } from '../../shared/commands/commands.ts'
import { forgetAnswer, keepSend, keptAnswer } from './kept-sends.ts'
import { commandRequest, sendCommand, type SendOutcome } from './send-command.ts'
import { whyNot } from './why-not.ts'
import { commandWords } from './words.ts'

/** A run of a thread. */
export interface RunOf {
  readonly orbId: string
  readonly threadId: string
  readonly runId: string
}

/** What became of a stop. `kept`: the relay did not answer, so it waits on this device and goes by itself, once. */
export type StopOutcome = SendOutcome | { readonly outcome: 'kept' }

/** Why the newest stop of a run came to nothing, and with which approval's denial it went, if with any. */
export interface FailedStop {
  readonly why: string
  readonly beside: string | undefined
}

const [failed, setFailed] = createSignal<ReadonlyMap<string, FailedStop>>(new Map())

/**
 * Stops a run, under an id that was minted once; a run that has ended meanwhile stays as it is. `beside`: the approval
 * whose denial it goes with. Never throws.
 */
export async function sendStop(
  { orbId, threadId, runId }: RunOf,
  commandId: string,
  beside?: string,
): Promise<StopOutcome> {
  forgetAnswer(runId)
  setFailed((now) => new Map([...now].filter(([id]) => id !== runId)))
  const command = { kind: 'cancel', threadId, runId } as const
  const sent = await sendCommand(orbId, command, commandId)
  const request = { id: commandId, about: runId, beside, ...commandRequest(orbId, command, commandId) }
  const outcome = sent.outcome === 'unreachable' && (await keepSend(request)) ? { outcome: 'kept' as const } : sent
  if (outcome.outcome !== 'kept' && outcome.outcome !== 'recorded') {
    const why = whyNoStop(outcome)
    setFailed((now) => new Map(now).set(runId, { why, beside }))
  }
  return outcome
}

/** Why the newest stop of a run came to nothing, wherever on this page it was asked for; null: it did not. */
export function failedStop(runId: string): FailedStop | null {
  const answer = keptAnswer(runId)
  if (answer === undefined) return failed().get(runId) ?? null
  const { beside } = answer
  if (answer.outcome === 'failed') return { why: whyNoStop(answer), beside }
  const { data } = CommandOutcome.safeParse(answer.body)
  return data === undefined || data.outcome === 'recorded' ? null : { why: whyNoStop(data), beside }
}

function whyNoStop(sent: Exclude<SendOutcome, { outcome: 'recorded' }>): string {
  return whyNot(sent, commandWords.stopNoAnswer)
}
