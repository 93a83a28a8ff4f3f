import { setTimeout as sleep } from 'node:timers/promises'
import { DecisionOutcome, optionFor, type DecisionRequest } from '../../shared/approvals/decision.ts'
import { approvalDigest, contentHash, type ApprovalRequest } from '../../shared/approvals/request.ts'
import { decisionText } from '../../shared/approvals/signed-decision.ts'
import { CommandOutcome, type RequestedCommand } from '../../shared/commands/commands.ts'
import { newId } from '../../shared/ids.ts'
import type { SignedIn } from '../support/relay-people.ts'

/** Something that was asked of the relay, and what it says once it answers. */
export interface Asked<T> {
  readonly id: string
  readonly answer: Promise<T>
}

/**
 * A device that asks again, under the same id, until the relay answers: what our client does through a crash. Each
 * answer is checked against its schema.
 */
export interface PatientDevice {
  command(orbId: string, command: RequestedCommand): Asked<CommandOutcome>
  /** Decides as a device does: by the digest of what it was shown, the option by its kind. */
  decide(orbId: string, approval: ApprovalRequest, verdict: 'allow' | 'deny'): Promise<Asked<DecisionOutcome>>
}

const WITHIN_MS = 60_000
const RETRY_MS = 20

/** A device at a relay that may be killed and answer at the same place again. */
export function patientDevice(relayUrl: string, device: SignedIn): PatientDevice {
  const post = async <T>(path: string, body: object, parse: (answer: unknown) => T): Promise<T> => {
    const until = Date.now() + WITHIN_MS
    let trouble = 'nothing was tried'
    while (Date.now() < until) {
      try {
        await device.renew()
        const response = await fetch(relayUrl + path, {
          method: 'POST',
          headers: { cookie: device.cookie, origin: relayUrl, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const answer: unknown = await response.json()
        if (response.status < 500) return parse(answer)
        trouble = `${response.status} ${JSON.stringify(answer)}`
      } catch (error) {
        if (!isUnanswered(error)) throw error
        trouble = error.cause instanceof Error ? error.cause.message : error.message
      }
      await sleep(RETRY_MS)
    }
    throw new Error(`${path} got no answer within ${WITHIN_MS} ms: ${trouble}`)
  }

  return {
    command(orbId, command) {
      const id = newId()
      const answer = post(`/api/orbs/${orbId}/commands`, { commandId: id, fence: 0, command }, (value) =>
        CommandOutcome.parse(value),
      )
      return asked(id, answer)
    },
    async decide(orbId, approval, verdict) {
      const request = await decisionFor(device, orbId, approval, verdict)
      const answer = post(`/api/approvals/${approval.approvalId}/decision`, request, (value) =>
        DecisionOutcome.parse(value),
      )
      return asked(request.decisionId, answer)
    },
  }
}

function asked<T>(id: string, answer: Promise<T>): Asked<T> {
  // A round that fails before it waits for this says its own reason.
  answer.catch(() => {})
  return { id, answer }
}

/** No connection, a broken answer, or a session that could not be renewed for either reason. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof SyntaxError || (error instanceof Error && 'code' in error)
}

async function decisionFor(
  device: SignedIn,
  orbId: string,
  approval: ApprovalRequest,
  verdict: 'allow' | 'deny',
): Promise<DecisionRequest> {
  const isAnswer = approval.asked === 'question' && verdict === 'allow'
  const content = { answer: isAnswer ? answerTo(approval) : null, reason: null, scope: null, ruleText: null }
  const unsigned = {
    decisionId: newId(),
    generation: approval.generation,
    nonce: approval.nonce,
    digest: await approvalDigest(orbId, approval),
    verdict: isAnswer ? ('answer' as const) : verdict,
    optionId: approval.asked === 'question' ? null : (optionFor(approval.options, verdict)?.optionId ?? null),
    content,
    contentHash: await contentHash(content),
    rosterVersion: device.session.roster.version,
  }
  const { approvalId } = approval
  return { ...unsigned, signature: await device.sign(decisionText({ ...unsigned, orbId, approvalId })) }
}

/** The first choice of the first field that has any. */
function answerTo({ question }: ApprovalRequest): Record<string, unknown> {
  const field = question?.fields.find((candidate) => candidate.choices.length > 0)
  return field === undefined ? {} : { [field.name]: field.choices[0]?.value }
}
