import { setTimeout as sleep } from 'node:timers/promises'
import { DecisionOutcome, optionFor, type DecisionRequest } from '../../shared/approvals/decision.ts'
import { approvalDigest, contentHash, type ApprovalRequest } from '../../shared/approvals/request.ts'
import { CommandOutcome, type RequestedCommand } from '../../shared/commands/commands.ts'
import { newId } from '../../shared/ids.ts'

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

/** A device with this cookie at a relay that may be killed and answer at the same place again. */
export function patientDevice(relayUrl: string, cookie: string): PatientDevice {
  const post = async <T>(path: string, body: object, parse: (answer: unknown) => T): Promise<T> => {
    const until = Date.now() + WITHIN_MS
    let trouble = 'nothing was tried'
    while (Date.now() < until) {
      try {
        const response = await fetch(relayUrl + path, {
          method: 'POST',
          headers: { cookie, origin: relayUrl, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const answer: unknown = await response.json()
        if (response.status < 500) return parse(answer)
        trouble = `${response.status} ${JSON.stringify(answer)}`
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
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
      const request = await decisionFor(orbId, approval, verdict)
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

async function decisionFor(
  orbId: string,
  approval: ApprovalRequest,
  verdict: 'allow' | 'deny',
): Promise<DecisionRequest> {
  const isAnswer = approval.asked === 'question' && verdict === 'allow'
  const content = { answer: isAnswer ? answerTo(approval) : null, reason: null, scope: null, ruleText: null }
  return {
    decisionId: newId(),
    generation: approval.generation,
    nonce: approval.nonce,
    digest: await approvalDigest(orbId, approval),
    verdict: isAnswer ? 'answer' : verdict,
    optionId: approval.asked === 'question' ? null : (optionFor(approval.options, verdict)?.optionId ?? null),
    content,
    contentHash: await contentHash(content),
    rosterVersion: 0,
    signature: null,
  }
}

/** The first choice of the first field that has any. */
function answerTo({ question }: ApprovalRequest): Record<string, unknown> {
  const field = question?.fields.find((candidate) => candidate.choices.length > 0)
  return field === undefined ? {} : { [field.name]: field.choices[0]?.value }
}
