import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { RosterChange } from '../../shared/devices/roster-entry.ts'
import { appendChange } from '../devices/roster-client.ts'
import { refusalText } from '../i18n/refusals.ts'
import { UnreachableError } from '../platform/api.ts'
import { settingsWords } from './words.ts'

/** What became of a change of the roster: done, or in a sentence why not. */
export type ChangeOutcome = { readonly outcome: 'done' } | { readonly outcome: 'failed'; readonly message: string }

/** Signs a change and hands it to the relay. `invitationId`: the pairing that it confirms. Never throws. */
export async function change(what: RosterChange, invitationId: string | null = null): Promise<ChangeOutcome> {
  try {
    const appended = await appendChange(what, invitationId)
    switch (appended.outcome) {
      case 'appended':
        return { outcome: 'done' }
      case 'conflict':
        return failed(settingsWords.conflict)
      case 'refused':
        return failed(settingsWords.refused(refusalText(appended.problem, appended.message)))
    }
  } catch (error) {
    return failed(whyFailed(error, settingsWords.notSigned))
  }
}

/** What was thrown by a request, in a sentence. `otherwise`: where it was none of ours. */
export function whyFailed(error: unknown, otherwise: string): string {
  if (error instanceof UnreachableError) return settingsWords.noAnswer
  return error instanceof PerigeeError ? error.message : otherwise
}

function failed(message: string): ChangeOutcome {
  return { outcome: 'failed', message }
}
