import { keepSend } from './kept-sends.ts'
import { commandRequest, sendCommand, type SendOutcome } from './send-command.ts'

/** A run of a thread. */
export interface RunOf {
  readonly orbId: string
  readonly threadId: string
  readonly runId: string
}

/** What became of a stop. `kept`: the relay did not answer, so it waits on this device and goes by itself, once. */
export type StopOutcome = SendOutcome | { readonly outcome: 'kept' }

/** Stops a run, under an id that was minted once; a run that has ended meanwhile stays as it is. Never throws. */
export async function sendStop({ orbId, threadId, runId }: RunOf, commandId: string): Promise<StopOutcome> {
  const command = { kind: 'cancel', threadId, runId } as const
  const sent = await sendCommand(orbId, command, commandId)
  if (sent.outcome !== 'unreachable') return sent
  const request = commandRequest(orbId, command, commandId)
  return (await keepSend({ id: commandId, about: runId, ...request })) ? { outcome: 'kept' } : sent
}
