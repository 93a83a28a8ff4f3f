import type { ApprovalRequest, AskedToolCall } from '../../shared/approvals/request.ts'
import type { ApprovalView, OrbView } from '../../shared/rooms/content.ts'
import { shown, shownLines } from '../device/terminal-text.ts'
import { changedLines } from './changed-lines.ts'
import { ago, moment } from './grant-words.ts'

/** What a tool of each kind would do. */
const ACTIONS: Readonly<Record<string, string>> = {
  read: 'Read',
  edit: 'Change files',
  delete: 'Delete',
  move: 'Move or rename',
  search: 'Search',
  execute: 'Run a command',
  think: 'Think',
  fetch: 'Reach the network',
  switch_mode: 'Change its mode',
}

/**
 * Everything that an approval's digest covers, as a terminal shows it: nothing is cut, and nothing in it can act on the
 * terminal. `orb`: what is known of its orb; null where it is not there.
 */
export function approvalText({ request, orbId }: ApprovalView, orb: OrbView | null): string {
  const { toolCall, question, risk, riskRule, claim, expiresAt, raisedAt, digest, threadId } = request
  const action = toolCall === null ? 'Ask a question' : (ACTIONS[toolCall.toolKind] ?? shown(toolCall.toolKind))
  return [
    `${action}: ${risk}, by the rule "${shown(riskRule)}"`,
    `Orb       ${orb === null ? orbId : `${shown(orb.title)} (${orbId})`}, thread ${threadId}`,
    `Asked     ${ago(raisedAt, Date.now())}${expiresAt === null ? '' : `; no answer counts from ${moment(expiresAt)} on`}`,
    ...(toolCall === null ? [] : toolCallText(toolCall)),
    ...(question === null ? [] : ['Question', shownLines(question.message, '    '), ...fieldLines(question.fields)]),
    ...(claim === null ? [] : ['The agent says (a claim, not checked)', shownLines(claim, '    ')]),
    ...optionLines(request),
    `Digest    ${digest}`,
    ...(orb?.isolation === 'none'
      ? ['Approvals are advice on this orb: nothing keeps its agent apart from the runner.']
      : []),
    ...(orb !== null && orb.awaySince !== null
      ? [`The orb is not reachable since ${moment(orb.awaySince)}. An answer is kept, and delivered when it is back.`]
      : []),
  ].join('\n')
}

function toolCallText({ title, command, cwd, locations, content, rawInput }: AskedToolCall): string[] {
  return [
    `Title     ${shown(title)}`,
    ...(command === null ? [] : ['What would run', shownLines(command, '    ')]),
    ...(cwd === null ? [] : [`Folder    ${shown(cwd)}`]),
    ...locations.map((path) => `Touches   ${shown(path)}`),
    ...content.flatMap(contentText),
    ...((rawInput ?? null) === null ? [] : ['What the harness sent', shownLines(json(rawInput), '    ')]),
  ]
}

function contentText(item: unknown): string[] {
  if (!isRecord(item)) return [shownLines(json(item), '    ')]
  if (item['type'] === 'text' && typeof item['text'] === 'string') return ['Text', shownLines(item['text'], '    ')]
  if (item['type'] !== 'diff' || typeof item['path'] !== 'string') return partText(item)
  const { path, newText } = item
  const oldText = item['oldText'] ?? null
  const heading = `Changes   ${shown(path)}${oldText === null ? ' (a new file)' : ''}`
  if (typeof newText === 'string' && (oldText === null || typeof oldText === 'string')) {
    return [heading, shownLines(changedLines(oldText ?? '', newText), '    ')]
  }
  return [heading, ...[oldText, newText].flatMap((side) => (isRecord(side) ? partText(side) : []))]
}

/** A part that travels by itself: its hash is in the digest, and only its beginning is here. */
function partText(item: Record<string, unknown>): string[] {
  if (item['type'] !== 'blob') return ['Part', shownLines(json(item), '    ')]
  const { bytes, sha256, preview } = item
  return [
    `Only the beginning of ${shown(String(bytes))} bytes is shown here (SHA-256 ${shown(String(sha256))}); the app shows all.`,
    shownLines(typeof preview === 'string' ? preview : json(preview), '    '),
  ]
}

function fieldLines(fields: NonNullable<ApprovalRequest['question']>['fields']): string[] {
  return fields.map(({ title, name, choices }) => {
    const offered = choices.length === 0 ? '' : ': ' + choices.map(({ label }) => shown(label)).join(', ')
    return `  ${shown(title === '' ? name : title)}${offered}`
  })
}

function optionLines({ options }: ApprovalRequest): string[] {
  return options.map(
    ({ optionId, name, kind }) => `Offers    ${shown(name)} (${shown(kind)}, option ${shown(optionId)})`,
  )
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? String(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
