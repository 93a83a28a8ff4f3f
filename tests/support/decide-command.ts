import { contentHash, type ApprovalRequest, type DecisionContent } from '../../shared/approvals/request.ts'
import { decisionText } from '../../shared/approvals/signed-decision.ts'
import type { CommandBody } from '../../shared/commands/commands.ts'
import type { TestDevice } from './roster.ts'

/** The command that gives a permission or refuses it. */
export type DecideCommand = Extract<CommandBody, { kind: 'decide' }>

/** Where a decision is made, by which version of the roster. */
export interface DecidingPlace {
  readonly orbId: string
  readonly generation: number
  readonly rosterVersion: number
}

/** What a device chose; the rest is as the approval says. */
export interface Chosen {
  readonly verdict?: 'allow' | 'deny'
  readonly optionId?: string | null
  readonly content?: Partial<DecisionContent>
  /** In place of the approval's own. */
  readonly digest?: string
  readonly nonce?: string
}

/** A decision as a relay makes it of what a device has signed. */
export async function decideCommand(
  by: TestDevice,
  { orbId, generation, rosterVersion }: DecidingPlace,
  request: ApprovalRequest,
  chosen: Chosen = {},
): Promise<DecideCommand> {
  const { verdict = 'allow', optionId = null, digest = request.digest, nonce = request.nonce } = chosen
  const content = { answer: null, reason: null, scope: null, ruleText: null, ...chosen.content }
  const { approvalId, threadId } = request
  const hash = await contentHash(content)
  const bound = { approvalId, nonce, digest, verdict, optionId, contentHash: hash, rosterVersion }
  const signature = await by.sign(decisionText({ orbId, generation, ...bound }))
  return { kind: 'decide', threadId, content, ...bound, signature }
}

/** The command that answers a question. */
export type AnswerCommand = Extract<CommandBody, { kind: 'answer' }>

/** An answer as a relay makes it of what a device has signed. */
export async function answerCommand(
  by: TestDevice,
  { orbId, generation, rosterVersion }: DecidingPlace,
  request: ApprovalRequest,
  answer: Record<string, unknown>,
): Promise<AnswerCommand> {
  const content: DecisionContent = { answer, reason: null, scope: null, ruleText: null }
  const { approvalId, threadId, nonce, digest } = request
  const bound = { approvalId, nonce, digest, contentHash: await contentHash(content), rosterVersion }
  const signature = await by.sign(decisionText({ orbId, generation, ...bound, verdict: 'answer', optionId: null }))
  return { kind: 'answer', threadId, content, ...bound, signature }
}
