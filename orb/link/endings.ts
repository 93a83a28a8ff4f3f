import { CLOSE, isFinalClose } from '../../shared/codes/close-codes.ts'
import { SOFTWARE } from '../../shared/version.ts'

/** Why a link will not be tried again. `fenced`: this runner must never start again on this folder. */
export interface LinkEnd {
  readonly code: number
  readonly fenced: boolean
  /** What happened, what was kept, what to do next. */
  readonly sentence: string
}

/** What a close code means for the runner: an end with a sentence, or null where it should connect again. */
export function linkEnd(
  code: number,
  reason: string,
  relaySoftware: string | null,
  hadLocalKey: boolean,
): LinkEnd | null {
  if (!isFinalClose(code)) return null
  return { code, fenced: code === CLOSE.fenced.code, sentence: sentenceOf(code, reason, relaySoftware, hadLocalKey) }
}

function sentenceOf(code: number, reason: string, relaySoftware: string | null, hadLocalKey: boolean): string {
  const kept = 'Everything that it had to say is kept in its state folder.'
  switch (code) {
    case CLOSE.fenced.code:
      return `A newer generation of this orb exists, so this runner has stopped for good. ${kept}`
    case CLOSE.replaced.code:
      return `Another runner with this orb's key connected to the relay and took over. This one has stopped. ${kept}`
    case CLOSE.protocol.code:
      return `The relay (version ${relaySoftware ?? 'unknown'}) and this runner (version ${SOFTWARE}) share no protocol version. Install the relay's version here. ${kept}`
    case CLOSE.unauthenticated.code:
    case CLOSE.forbidden.code:
      return hadLocalKey
        ? `The relay does not accept this orb's key${because(reason)}. ${kept} To begin anew, name another --state folder.`
        : `The relay does not know this orb, and its local key was not found. Start this on the relay's machine, or name the relay's state folder with --relay-state. ${kept}`
    case CLOSE.badMessage.code:
      return `The relay refused something that this runner sent${because(reason)}. ${kept}`
    default:
      return `The relay closed the link for good (${code}${because(reason)}). ${kept}`
  }
}

function because(reason: string): string {
  return reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`
}
