import type { NoticeBody } from '../../shared/transcripts/bodies.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'

/** More than a notice has room for. */
const SUMMARY_CHARS = 4000
/** Compactions that are remembered; a harness could begin any number of them. */
const KEPT = 50

/** A notice about a compaction. */
export interface CompactionNotice {
  readonly text: string
  readonly level: NoticeBody['level']
}

/** Compactions of a session's context, told at their start and their end. */
export class CompactionFold {
  readonly #summaries = new Map<string, string>()

  /** What to tell after `compaction_update` or `compaction_summary_chunk`; null: nothing. */
  apply(update: JsonObject): CompactionNotice | null {
    const { compactionId } = update
    const id = typeof compactionId === 'string' ? compactionId : ''
    const known = this.#summaries.get(id)
    const summary = summaryAfter(known ?? '', update)
    this.#summaries.set(id, summary)
    const oldest = this.#summaries.keys().next()
    if (this.#summaries.size > KEPT && oldest.done !== true) this.#summaries.delete(oldest.value)
    const began: CompactionNotice = { text: 'The agent is making its context smaller.', level: 'info' }
    const { status, error } = update
    if (update['sessionUpdate'] === 'compaction_summary_chunk') return known === undefined ? began : null
    switch (status) {
      case 'completed':
        return { text: ['The agent made its context smaller.', summary].join('\n\n').trim(), level: 'info' }
      case 'failed': {
        const why = typeof error === 'string' && error !== '' ? ` ${error}` : ''
        return { text: `The agent could not make its context smaller.${why}`, level: 'warning' }
      }
      case 'cancelled':
        return { text: 'The agent was stopped before its context was smaller.', level: 'info' }
      default:
        return known === undefined ? began : null
    }
  }
}

function summaryAfter(before: string, update: JsonObject): string {
  const { summary, content } = update
  if (update['sessionUpdate'] === 'compaction_summary_chunk') return (before + textOf(content)).slice(0, SUMMARY_CHARS)
  if (summary === undefined) return before
  return Array.isArray(summary) ? summary.map(textOf).join('').slice(0, SUMMARY_CHARS) : ''
}

function textOf(block: unknown): string {
  return isObject(block) && typeof block['text'] === 'string' ? block['text'] : ''
}
