import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import { newId } from '../../shared/ids.ts'
import type { Setting } from '../threads/asking-rules.ts'
import { cutName } from '../transcripts/tool-call.ts'
import { selected } from './harness-answer.ts'
import type { OfferedOption, OpenApproval } from './open-approval.ts'
import { sealed, type ApprovalPlace } from './permission.ts'

const ALLOW = 'allow'

const OPTIONS: readonly OfferedOption[] = [
  { shown: { optionId: ALLOW, name: 'Change it', kind: 'allow_once' }, harnessId: ALLOW, implied: true },
  { shown: { optionId: 'reject', name: 'Leave it as it is', kind: 'reject_once' }, harnessId: 'reject', implied: true },
]

/**
 * An approval of the runner's own, for a setting with which the agent asks less. `words` names the setting; `change`
 * is called once, after a signed allow.
 */
export async function settingApproval(
  place: ApprovalPlace,
  setting: Setting,
  words: string,
  change: () => Promise<void>,
): Promise<OpenApproval> {
  const text =
    'With this the agent asks less before it acts, in this thread, until it is changed back or the agent is restarted.'
  const toolCall = {
    toolCallId: newId(),
    title: cutName(`Change to ${words}`),
    toolKind: 'switch_mode',
    command: null,
    cwd: null,
    locations: [],
    content: [{ type: 'text', text }],
    rawInput: { ...setting },
  }
  const request: ApprovalRequest = await sealed(place, {
    asked: 'permission',
    toolCall,
    question: null,
    options: OPTIONS.map((option) => option.shown),
    claim: null,
    risk: 'destructive',
    riskRule: 'setting:asks-less',
  })
  return {
    request,
    asked: { kind: 'permission', options: OPTIONS },
    raisedBy: 'runner',
    call: null,
    requestId: `setting:${newId()}`,
    fingerprint: '',
    respond: (result) => (isAllow(result) ? change() : Promise.resolve()),
  }
}

function isAllow(result: unknown): boolean {
  return JSON.stringify(result) === JSON.stringify(selected(ALLOW))
}
