import { wellFormed } from '../../shared/json/canonical.ts'
import type { StopReason } from '../../shared/link/reports.ts'
import { ENTRY_KINDS, type NoticeBody } from '../../shared/transcripts/bodies.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { CompactionFold } from './compaction-fold.ts'
import type { EntryDraft } from './entry-draft.ts'
import { fitRecord, type Keep } from './fit.ts'
import { fitContent } from './tool-content.ts'
import { PlanFold } from './plan-fold.ts'
import { PlanTool } from './plan-tool.ts'
import { TextFold } from './text-fold.ts'
import type { ToolCall } from './tool-call.ts'
import { ToolCallFold } from './tool-call-fold.ts'

/** Update kinds that stream text, and the kinds of entry that they build. */
const TEXT_KINDS: Readonly<Record<string, string>> = {
  user_message_chunk: 'user_message',
  agent_message_chunk: 'agent_message',
  agent_thought_chunk: 'agent_thought',
}

/** What a fold needs from outside. */
export interface FoldOptions {
  /** Where the long parts of finished entries go. */
  readonly keep: Keep
  readonly newId: () => string
  /** Where the harness's plans come from; without it, from its updates. */
  readonly plan?: AdapterManifest['plan']
}

/**
 * Turns what a harness says in one thread into events of entries. Nothing is sent or stored here, so that any sequence
 * of updates can be tried as a table. Total: an update of any shape ends in some entry or in none.
 */
export class ThreadFold {
  readonly #options: FoldOptions
  readonly #text: TextFold
  readonly #calls: ToolCallFold
  readonly #plan: PlanFold
  readonly #planTool: PlanTool
  readonly #compactions = new CompactionFold()
  #echo = ''

  constructor(options: FoldOptions) {
    this.#options = options
    this.#text = new TextFold(options.newId)
    this.#calls = new ToolCallFold(options)
    this.#plan = new PlanFold(options)
    this.#planTool = new PlanTool(options.plan ?? { from: 'updates' })
  }

  /** A run begins with this prompt. The harness may say it back; that is no second message. */
  beginRun(prompt: string): void {
    this.#echo = prompt
    this.#calls.forgetOld()
    this.#planTool.beginRun()
  }

  /** The events of one `session/update` that belongs to the transcript. */
  apply(update: JsonObject): EntryDraft[] {
    const kind = update['sessionUpdate']
    if (typeof kind !== 'string' || kind === '') return []
    const textKind = Object.hasOwn(TEXT_KINDS, kind) ? TEXT_KINDS[kind] : undefined
    if (textKind !== undefined) return this.#chunk(textKind, update)
    switch (kind) {
      case 'tool_call':
      case 'tool_call_update':
        return [...this.#text.close(), ...this.#calls.apply(update), ...this.#planOf(update)]
      case 'plan':
        return [...this.#text.close(), ...this.#plan.apply(update)]
      case 'notice':
        return this.notice(noticeText(update), noticeLevel(update['severity']))
      case 'compaction_update':
      case 'compaction_summary_chunk': {
        const notice = this.#compactions.apply(update)
        return notice === null ? [] : this.notice(notice.text, notice.level)
      }
      default:
        return [...this.#text.close(), this.#closed(unknownKind(kind), { ...update })]
    }
  }

  /** A permission asks about a call: the call as it is asked about, and the events that this leads to. */
  ask(said: JsonObject & { readonly toolCallId: string }): { readonly call: ToolCall; readonly drafts: EntryDraft[] } {
    // An empty list says nothing here: the diff may be in an earlier update.
    const { content, locations, ...rest } = said
    const lists = Object.entries({ content, locations }).filter(([, list]) => Array.isArray(list) && list.length > 0)
    const { call, drafts } = this.#calls.ask({ ...rest, ...Object.fromEntries(lists), toolCallId: said.toolCallId })
    return { call, drafts: [...this.#text.close(), ...drafts] }
  }

  /** Everything known of a tool call, or null. */
  toolCall(toolCallId: string): ToolCall | null {
    return this.#calls.get(toolCallId)
  }

  /** Something that the runner has to say. */
  notice(text: string, level: NoticeBody['level']): EntryDraft[] {
    const body: NoticeBody = { text: wellFormed(text.slice(0, 4000)), level }
    return [...this.#text.close(), { ...this.#closed('notice', body), facets: { text: body.text } }]
  }

  /** Closes all that is open: at the end of a run nothing may stay unfinished. */
  endRun(stopReason: StopReason): EntryDraft[] {
    return [...this.#text.close(), ...this.#calls.closeAll(stopReason), ...this.#plan.close()]
  }

  #planOf(update: JsonObject): EntryDraft[] {
    const plan = this.#planTool.planIn(update)
    return plan === null ? [] : this.#plan.apply(plan)
  }

  #chunk(kind: string, update: JsonObject): EntryDraft[] {
    const content = update['content']
    const messageId = typeof update['messageId'] === 'string' ? update['messageId'] : null
    if (isObject(content) && content['type'] === 'text' && typeof content['text'] === 'string') {
      if (kind === 'user_message' && this.#isEcho(content['text'])) return []
      return this.#text.add(kind, messageId, content['text'])
    }
    if (!isObject(content)) return []
    const body = { text: '', content: [fitContent(content, this.#options.keep)] }
    return [...this.#text.close(), this.#closed(kind, body)]
  }

  #isEcho(text: string): boolean {
    if (!this.#echo.startsWith(text)) return false
    this.#echo = this.#echo.slice(text.length)
    return true
  }

  #closed(kind: string, record: Record<string, unknown>): EntryDraft {
    return { entryId: this.#options.newId(), op: 'close', kind, body: fitRecord(record, this.#options.keep) }
  }
}

/** An update of a kind of its own may not pass for one of ours: a message of a person is more than its words. */
function unknownKind(kind: string): string {
  const ours: readonly string[] = ENTRY_KINDS
  return (ours.includes(kind) ? `other:${kind}` : kind).slice(0, 64)
}

function noticeText(update: JsonObject): string {
  const { title, description } = update
  return [title, description].filter((part) => typeof part === 'string' && part !== '').join('\n')
}

function noticeLevel(severity: unknown): NoticeBody['level'] {
  return severity === 'error' || severity === 'warning' ? severity : 'info'
}
