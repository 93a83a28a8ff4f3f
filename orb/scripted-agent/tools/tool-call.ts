import type { ToolCallContent, ToolCallLocation, ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk'
import { CANCELLED, sendUpdate, type Turn } from '../turns/turn.ts'
import { askPermission, mustAsk } from './permission.ts'

/** A use of a tool, made ready but not yet begun. */
export type ToolUse = {
  kind: ToolKind
  name: string
  title: string
  locations: ToolCallLocation[]
  rawInput: Record<string, unknown>
  /** What can be shown before it runs: the diff that it would make. */
  content: ToolCallContent[]
  /** True for a tool that changes something, or reads outside the workspace. */
  delicate: boolean
  /** Why it cannot be done, where that is known beforehand; nobody is asked then. */
  problem: string | null
  /** Does it. `progress` shows what there is so far. */
  run(progress: (content: ToolCallContent[]) => Promise<void>): Promise<ToolResult>
}

/** What a tool brought. */
export type ToolResult = { ok: boolean; content: ToolCallContent[]; rawOutput: unknown }

/** How a use of a tool ended; `text` is its output or the reason of its failure. */
export type ToolOutcome = { tag: 'done' | 'failed'; text: string } | { tag: 'refused' }

/** Announces a tool call, asks where it must, runs it, and ends it. */
export async function useTool(turn: Turn, use: ToolUse): Promise<ToolOutcome> {
  const toolCallId = turn.nextCallId()
  const { kind, name, title, locations, rawInput, content } = use
  const asks = use.delicate && use.problem === null && mustAsk(turn, kind)
  if (!(asks && turn.faults.has('permission-before-call'))) {
    turn.openCalls.add(toolCallId)
    await turn.show({
      sessionUpdate: 'tool_call',
      toolCallId,
      status: 'pending',
      kind,
      name,
      title,
      locations,
      rawInput,
      content,
    })
  }
  if (use.problem !== null) return fail(turn, toolCallId, use.problem)

  if (asks) {
    const shown: ToolCallUpdate = { toolCallId, status: 'pending', kind, title, locations, rawInput, content }
    const toolCall = turn.faults.has('diff-only-in-call') ? { toolCallId, title } : shown
    if ((await askPermission(turn, toolCall, kind)) === 'refused') return refuse(turn, toolCallId)
  } else if (use.delicate && turn.session.standing.get(kind) === 'refused') {
    return refuse(turn, toolCallId)
  }

  await turn.show({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' })
  const result = await use.run((soFar) => turn.send({ sessionUpdate: 'tool_call_update', toolCallId, content: soFar }))
  await end(turn, {
    toolCallId,
    status: result.ok ? 'completed' : 'failed',
    content: result.content,
    rawOutput: result.rawOutput,
  })
  return { tag: result.ok ? 'done' : 'failed', text: result.content.map(textOf).join('\n') }
}

/** Ends every call that a cancelled turn left open. */
export async function closeOpenCalls(turn: Turn): Promise<void> {
  for (const toolCallId of turn.openCalls) {
    const update: ToolCallUpdate = { toolCallId, status: 'failed', content: [text('Cancelled.')] }
    turn.keep({ sessionUpdate: 'tool_call_update', ...update })
    await sendUpdate(turn.runtime, turn.sessionId, { sessionUpdate: 'tool_call_update', ...update })
  }
  turn.openCalls.clear()
}

/** A piece of text as the content of a tool call. */
export function text(value: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text: value } }
}

async function refuse(turn: Turn, toolCallId: string): Promise<ToolOutcome> {
  const ending = turn.faults.get('reject-ends-turn')
  if (ending === 'cancelled') {
    turn.openCalls.delete(toolCallId)
    turn.end(CANCELLED)
  }
  await end(turn, { toolCallId, status: 'failed', content: [text('The user refused this call.')] })
  if (ending !== null) turn.end({ tag: 'stopped', stopReason: 'end_turn' })
  return { tag: 'refused' }
}

async function fail(turn: Turn, toolCallId: string, reason: string): Promise<ToolOutcome> {
  await end(turn, { toolCallId, status: 'failed', content: [text(reason)] })
  return { tag: 'failed', text: reason }
}

async function end(turn: Turn, update: ToolCallUpdate): Promise<void> {
  turn.openCalls.delete(update.toolCallId)
  if (turn.faults.has('call-never-closed')) return
  await turn.show({ sessionUpdate: 'tool_call_update', ...update })
}

function textOf(content: ToolCallContent): string {
  return content.type === 'content' && content.content.type === 'text' ? content.content.text : ''
}
