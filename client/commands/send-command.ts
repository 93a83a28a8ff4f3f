import { CommandOutcome, type CommandRequest, type RequestedCommand } from '../../shared/commands/commands.ts'
import { StopAllOutcome } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import { toPerigeeError } from '../../shared/codes/perigee-error.ts'
import { UnreachableError, api } from '../platform/api.ts'

/** What became of a send, as far as this device knows. Only `recorded` was said by the relay. */
export type SendOutcome =
  | CommandOutcome
  /** No answer: the relay may or may not have it. The same id can be sent again. */
  | { readonly outcome: 'unreachable' }
  | { readonly outcome: 'failed'; readonly message: string }

/** Sends a command under an id that was minted once. Never throws. */
export async function sendCommand(
  orbId: string,
  command: RequestedCommand,
  commandId: string = newId(),
): Promise<SendOutcome> {
  const { path, body } = commandRequest(orbId, command, commandId)
  return attempt(async () => CommandOutcome.parse((await api('POST', path, body)).body))
}

/** What sendCommand posts, and where. */
export function commandRequest(
  orbId: string,
  command: RequestedCommand,
  commandId: string,
): { path: string; body: CommandRequest } {
  return { path: `/api/orbs/${orbId}/commands`, body: { commandId, fence: 0, command } }
}

/** Stops every run of every orb. Never throws. */
export async function stopAll(
  commandId: string = newId(),
): Promise<StopAllOutcome | { outcome: 'unreachable' } | { outcome: 'failed'; message: string }> {
  return attempt(async () => StopAllOutcome.parse((await api('POST', '/api/stop-all', { commandId })).body))
}

/** Runs a send and turns what it throws into an outcome. */
export async function attempt<T>(
  send: () => Promise<T>,
): Promise<T | { outcome: 'unreachable' } | { outcome: 'failed'; message: string }> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof UnreachableError) return { outcome: 'unreachable' }
    const { code, message } = toPerigeeError(error)
    // A relay that was closing may have stored it or not, and does not know itself any more.
    return code === 'unavailable' ? { outcome: 'unreachable' } : { outcome: 'failed', message }
  }
}
