import { contentHash } from '../approvals/request.ts'
import { standingOf } from '../approvals/signed-decision.ts'
import { liveDevice, type Roster } from '../devices/roster.ts'
import type { AuditRow } from './audit.ts'
import { DecidedDetail } from './details.ts'

/** What a decision of the log comes to: which approval it decided, or what is wrong with it as the end of a sentence. */
export type DecisionFinding =
  | { readonly problem: null; readonly approvalId: string }
  | { readonly problem: string; readonly approvalId: null }

const OUTCOME_OF = { allow: 'allowed', deny: 'denied', answer: 'answered' } as const

/** Checks a row of kind DECIDED by the roster as it stood at that place of the log. Never throws. */
export async function decisionProblem(roster: Roster | null, row: AuditRow): Promise<DecisionFinding> {
  const detail = readDetail(row.detail)
  if (detail === null || row.orbId === null) return wrong('holds a decision that cannot be read')
  if (roster === null) return wrong('holds a decision that was made before there was a roster')
  const { decision, by, approvalId, threadId } = detail
  if (detail.outcome !== OUTCOME_OF[decision.verdict]) return wrong('says another outcome than its decision')
  if (decision.contentHash !== (await hashOf(decision.content)))
    return wrong('holds another answer or reason than was signed')
  const given = { ...decision, orbId: row.orbId, approvalId, threadId, deviceId: by.deviceId }
  const standing = await standingOf(roster, given, null, row.at)
  if (standing.standing === 'refused') return wrong(`holds a decision that does not count: ${standing.message}`)
  const device = liveDevice(roster, by.deviceId)
  const person = device === null ? undefined : roster.people.get(device.personId)
  const isNamed = person?.personId === by.personId && person.name === by.personName && device?.name === by.deviceName
  return isNamed ? { problem: null, approvalId } : wrong('names somebody else than who signed')
}

function readDetail(text: string): DecidedDetail | null {
  try {
    const read = DecidedDetail.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

async function hashOf(content: DecidedDetail['decision']['content']): Promise<string | null> {
  try {
    return await contentHash(content)
  } catch {
    return null
  }
}

function wrong(problem: string): DecisionFinding {
  return { problem, approvalId: null }
}
