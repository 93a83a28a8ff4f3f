import {
  approvalDigest,
  type ApprovalRequest,
  type AskedToolCall,
  type OptionKind,
  type Question,
} from '../../shared/approvals/request.ts'
import { riskOf } from '../../shared/approvals/risk.ts'
import { newId } from '../../shared/ids.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { isObject } from '../harness/json-rpc.ts'
import { fitRecord, type Keep } from '../transcripts/fit.ts'
import { fitContent, isDiff } from '../transcripts/tool-content.ts'
import { claimOf, commandOf, cutName, cwdOf, type ToolCall } from '../transcripts/tool-call.ts'
import type { OfferedOption } from './open-approval.ts'

/** As many options as an approval may have on the wire. */
const OPTIONS = 64
const ID_CHARS = 1000

type Permissions = Pick<AdapterManifest['permissions'], 'by' | 'map'>

const BY_KIND: Permissions = { by: 'kind', map: { allowOnce: [], allowAlways: [], rejectOnce: [], rejectAlways: [] } }

/** Where an approval belongs. */
export interface ApprovalPlace {
  readonly orbId: string
  readonly generation: number
  readonly threadId: string
  readonly runId: string | null
}

/**
 * The options of a permission. Names are cut; ids are kept beside what is shown, so that they survive the trip. What an
 * option means is for the manifest's map to say: one that stands nowhere in it is offered as it came, after the others,
 * and never implied.
 */
export function offeredOptions(list: unknown, permissions: Permissions = BY_KIND): OfferedOption[] {
  const offered: OfferedOption[] = []
  for (const option of Array.isArray(list) ? list.slice(0, OPTIONS) : []) {
    if (!isObject(option) || typeof option['optionId'] !== 'string') continue
    const { optionId, name, kind } = option
    const means = meaningOf(permissions, { optionId, name })
    const shown = {
      optionId: cutName(optionId, ID_CHARS),
      name: cutName(typeof name === 'string' && name !== '' ? name : optionId),
      kind: means ?? (typeof kind === 'string' ? cutName(kind, 64) : 'unknown'),
    }
    offered.push({ shown, harnessId: optionId, implied: permissions.by === 'kind' || means !== null })
  }
  // A screen that chooses by kind takes the first: what is not known comes last.
  return offered.sort((a, b) => Number(b.implied) - Number(a.implied))
}

/**
 * The call as it is asked about: everything that was said of it, diffs first, long parts kept as blobs. `earlier` is the
 * call before the question, whose input may say where a command runs.
 */
export function askedToolCall(call: ToolCall, earlier: ToolCall | null, keep: Keep): AskedToolCall {
  const content = [...call.content].sort((a, b) => Number(isDiff(b)) - Number(isDiff(a)))
  const fitted = fitRecord(
    { content: content.map((item) => fitContent(item, keep)), rawInput: call.rawInput ?? null },
    keep,
  )
  return {
    toolCallId: cutName(call.toolCallId, ID_CHARS),
    title: cutName(call.title),
    toolKind: cutName(call.toolKind, 64),
    command: commandOf(call),
    cwd: cwdOf(call) ?? (earlier === null ? null : cwdOf(earlier)),
    locations: [...call.locations],
    content: fitted['content'] as unknown[],
    rawInput: fitted['rawInput'],
  }
}

/** The approval for a permission, with a fresh nonce and the digest that binds a decision to it. */
export async function permissionRequest(
  place: ApprovalPlace,
  call: ToolCall,
  earlier: ToolCall | null,
  options: readonly OfferedOption[],
  keep: Keep,
): Promise<ApprovalRequest> {
  const toolCall = askedToolCall(call, earlier, keep)
  const { risk, rule } = riskOf(toolCall)
  return sealed(place, {
    asked: 'permission',
    toolCall,
    question: null,
    options: options.map((option) => option.shown),
    claim: claimOf(call),
    // A harness's own always-option reaches further than this one call.
    risk: onlyAlways(options) ? 'destructive' : risk,
    riskRule: onlyAlways(options) ? 'options:always-only' : rule,
  })
}

/** The approval for a question. */
export async function questionRequest(
  place: ApprovalPlace,
  question: Question,
  toolCall: AskedToolCall | null,
): Promise<ApprovalRequest> {
  return sealed(place, {
    asked: 'question',
    toolCall,
    question,
    options: [],
    claim: null,
    risk: question.url === null ? 'read' : 'network',
    riskRule: question.url === null ? 'question:form' : 'question:url',
  })
}

/** A screen shows no more than this, and a link takes no message of four times as much. */
const REQUEST_BYTES = 256 * 1024

/**
 * True where everything that is asked can be shown whole. What is larger is nothing that a person could answer: names
 * and choices are cut one by one, but a harness may send any number of them.
 */
export function canBeShown(asked: ApprovalRequest | Question): boolean {
  return jsonBytes(asked) <= REQUEST_BYTES
}

/** The same question under a fresh id and nonce: an old decision cannot answer it. */
export async function resealed(orbId: string, request: ApprovalRequest): Promise<ApprovalRequest> {
  const fresh = { ...request, approvalId: newId(), nonce: newId(), raisedAt: Date.now() }
  return { ...fresh, digest: await approvalDigest(orbId, fresh) }
}

type Contents = Pick<ApprovalRequest, 'asked' | 'toolCall' | 'question' | 'options' | 'claim' | 'risk' | 'riskRule'>

/** A request with a fresh id and nonce, and the digest that binds a decision to it. */
export async function sealed(place: ApprovalPlace, contents: Contents): Promise<ApprovalRequest> {
  const { orbId, generation, threadId, runId } = place
  const raisedAt = Date.now()
  const request = {
    ...contents,
    approvalId: newId(),
    threadId,
    runId,
    generation,
    nonce: newId(),
    scopes: [],
    expiresAt: null,
    raisedAt,
  }
  return { ...request, digest: await approvalDigest(orbId, request) }
}

function meaningOf({ by, map }: Permissions, option: { optionId: string; name: unknown }): OptionKind | null {
  if (by === 'kind') return null
  const said = by === 'id' ? option.optionId : option.name
  if (typeof said !== 'string') return null
  if (map.allowOnce.includes(said)) return 'allow_once'
  if (map.allowAlways.includes(said)) return 'allow_always'
  if (map.rejectOnce.includes(said)) return 'reject_once'
  return map.rejectAlways.includes(said) ? 'reject_always' : null
}

function onlyAlways(options: readonly OfferedOption[]): boolean {
  const kinds = options.map((option) => option.shown.kind)
  return kinds.includes('allow_always') && !kinds.includes('allow_once')
}
