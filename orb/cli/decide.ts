import { optionFor } from '../../shared/approvals/decision.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Id } from '../../shared/ids.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { ApprovalView, OrbView } from '../../shared/rooms/content.ts'
import { awaitEffect, decide, needsTypedWord, optionsFor, readApproval, type Choice } from '../device/deciding.ts'
import type { RelayClient } from '../device/relay-client.ts'
import { readOrb } from '../device/room-view.ts'
import { shown } from '../device/terminal-text.ts'
import { approvalText } from './approval-text.ts'
import { effectSentence, outcomeSentence } from './decision-words.ts'
import { APPROVE_HELP, DENY_HELP } from './help/approvals.ts'
import { DEVICE_FLAGS, ownClient } from './own-device.ts'
import { askLine, askYes, say, sayJson, tell } from './terminal.ts'
import { readWords, text, UsageError, type Values } from './usage.ts'

const FLAGS = { ...DEVICE_FLAGS, yes: { type: 'boolean', short: 'y' } } as const
/** An orb that is there has taken the answer by then. */
const EFFECT_MS = 5000

/** `perigee approve ID`: shows exactly what would run, asks, signs. */
export async function approve(args: readonly string[]): Promise<number> {
  const read = readWords(args, { ...FLAGS, option: { type: 'string' } }, 'approve', 1)
  if (read.values['help'] === true) {
    process.stdout.write(APPROVE_HELP)
    return 0
  }
  return run(read.values, 'allow', idIn(read.words, 'approve'))
}

/** `perigee deny ID`: the same for a denial, which needs no more than a yes. */
export async function deny(args: readonly string[]): Promise<number> {
  const read = readWords(args, { ...FLAGS, reason: { type: 'string' } }, 'deny', 1)
  if (read.values['help'] === true) {
    process.stdout.write(DENY_HELP)
    return 0
  }
  return run(read.values, 'deny', idIn(read.words, 'deny'))
}

async function run(values: Values, verdict: 'allow' | 'deny', approvalId: string): Promise<number> {
  const reason = reasonOf(values)
  const { client } = await ownClient(values)
  const view = await readApproval(client, approvalId)
  const orb = await readOrb(client, view.orbId).catch(() => null)
  const isForPrograms = values['json'] === true
  if (!isForPrograms) say(approvalText(view, orb) + '\n')
  if (view.outcome !== 'pending') {
    throw new PerigeeError('gone', `It waits no more: it is ${view.outcome}. Nothing was decided now.`)
  }
  refuseOwnAccount(client, orb)
  const choice = choiceOf(view, verdict, text(values, 'option'), reason)
  if (!(await isMeant(view, choice, values['yes'] === true))) {
    say('Nothing was decided.')
    return 1
  }
  const outcome = await decide(client, view, choice)
  if (isForPrograms) sayJson(outcome)
  else say(outcomeSentence(outcome, verdict))
  return outcome.outcome === 'recorded' ? toldEffect(client, approvalId, isForPrograms) : 1
}

async function toldEffect(client: RelayClient, approvalId: string, isForPrograms: boolean): Promise<number> {
  const after = await awaitEffect(client, approvalId, EFFECT_MS)
  const { effect, message } = after
  if (isForPrograms) sayJson({ effect, message })
  else say(effectSentence(after))
  return effect === 'undeliverable' ? 1 : 0
}

/** Its agent could read this command line's key, and so answer itself: relay and runner refuse the same. */
function refuseOwnAccount(client: RelayClient, orb: OrbView | null): void {
  const { account } = client.device
  if (orb === null || account === null || orb.account !== account) return
  throw new PerigeeError(
    'forbidden',
    "This orb's agent runs as the same account as this command line, so it could use this command line's key. " +
      'Nothing was decided. Answer on another device, or run the orb as an account of its own.',
  )
}

function choiceOf(view: ApprovalView, verdict: 'allow' | 'deny', option: string | null, reason: string | null): Choice {
  const { request } = view
  if (verdict === 'deny') return { verdict, optionId: optionFor(request.options, 'deny')?.optionId ?? null, reason }
  if (request.asked === 'question') {
    throw new PerigeeError(
      'not-supported',
      'This is a question with an answer of its own. Answer it in the app, or deny it.',
    )
  }
  const offered = optionsFor(request, 'allow')
  if (offered.length === 0)
    throw new PerigeeError('not-supported', 'The harness offers nothing that allows. It can only be denied.')
  const chosen = option === null ? offered : offered.filter((one) => one.optionId === option)
  const [only, ...more] = chosen
  if (only !== undefined && more.length === 0) return { verdict, optionId: only.optionId, reason: null }
  throw new UsageError(
    `Say which of these is meant with --option: ${offered.map((one) => `${shown(one.optionId)} (${shown(one.name)})`).join(', ')}.`,
  )
}

async function isMeant(view: ApprovalView, { verdict }: Choice, saidYes: boolean): Promise<boolean> {
  if (verdict === 'deny') return saidYes || (await askYes('Deny this?'))
  if (!needsTypedWord(view.request)) return saidYes || (await askYes('Allow this?'))
  if (optionFor(view.request.options, 'allow')?.kind === 'allow_always') {
    tell('This harness knows no single permission: allowing now allows it from now on, by its own rule.')
  }
  return (await askLine('Type "allow" to allow this: '))?.trim() === 'allow'
}

function idIn([word]: readonly string[], command: string): string {
  if (word === undefined || !Id.safeParse(word).success) {
    throw new UsageError(`Say which approval: perigee ${command} ID. "perigee inbox" lists them.`)
  }
  return word
}

function reasonOf(values: Values): string | null {
  const reason = text(values, 'reason')
  if (reason !== null && reason.length > LIMITS.reasonChars) {
    throw new UsageError(`--reason is longer than ${LIMITS.reasonChars} characters.`)
  }
  return reason
}
