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
  showedEnrolment: boolean,
): LinkEnd | null {
  if (!isFinalClose(code)) return null
  return {
    code,
    fenced: code === CLOSE.fenced.code,
    sentence: sentenceOf(code, reason, relaySoftware, showedEnrolment),
  }
}

function sentenceOf(code: number, reason: string, relaySoftware: string | null, showedEnrolment: boolean): string {
  const kept = 'Everything that it had to say is kept in its state folder.'
  switch (code) {
    case CLOSE.fenced.code:
      return `A newer generation of this orb exists, so this runner has stopped for good. ${kept}`
    case CLOSE.replaced.code:
      return `Another runner with this orb's key connected to the relay and took over. This one has stopped. ${kept}`
    case CLOSE.protocol.code:
      return `The relay (version ${plain(relaySoftware ?? 'unknown')}) and this runner (version ${SOFTWARE}) share no protocol version. Install the relay's version here. ${kept}`
    case CLOSE.unauthenticated.code:
    case CLOSE.forbidden.code:
      if (showedEnrolment) {
        return `The relay does not let this orb in by its enrolment${because(reason)}. ${kept} An enrolment works once, and for an hour: let an owner make a new one, and start with it.`
      }
      return code === CLOSE.forbidden.code
        ? `The relay does not accept this orb's key${because(reason)}. ${kept} If the key was changed on purpose, let an owner enrol this very orb again.`
        : `The relay does not know this orb${because(reason)}. ${kept} Let an owner make an enrolment for it in the app, and start with --enrol-file.`
    case CLOSE.notFound.code:
      return `An owner has removed this orb from the relay, so this runner has stopped. ${kept} A removed orb does not come back: enrol a new one under another --name.`
    case CLOSE.badMessage.code:
      return `The relay refused something that this runner sent${because(reason)}. ${kept}`
    default:
      return `The relay closed the link for good (${code}${because(reason)}). ${kept}`
  }
}

function because(reason: string): string {
  return reason === '' ? '' : `: ${plain(reason).replace(/\.$/, '')}`
}

/** What a relay says goes to a terminal: without anything that steers one, and not at length. */
function plain(text: string): string {
  return text.replace(/\p{C}/gu, '').slice(0, 200)
}
