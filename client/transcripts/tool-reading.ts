import type { LargePart } from '../blobs/large-part.ts'
import type { FileChange } from './diff/file-change.ts'

/** The content of a tool call, sorted into what is drawn alike. Order within each is kept. */
export interface ToolParts {
  readonly changes: readonly FileChange[]
  readonly texts: readonly string[]
  readonly large: readonly LargePart[]
  /** Items of a type that this app does not know: shown raw. */
  readonly unknown: readonly unknown[]
}

/** Sorts content items by type. Total: what has not the expected fields counts as unknown. */
export function readToolContent(content: readonly unknown[]): ToolParts {
  const changes: FileChange[] = []
  const texts: string[] = []
  const large: LargePart[] = []
  const unknown: unknown[] = []
  for (const item of content) {
    if (isRecord(item) && item['type'] === 'text' && typeof item['text'] === 'string') texts.push(item['text'])
    else if (isLarge(item)) large.push(item)
    else if (isRecord(item) && item['type'] === 'diff' && typeof item['path'] === 'string') {
      const { path } = item
      const { oldText, newText } = item
      const sides = [oldText, newText].filter(isLarge)
      const change = { path, oldText: sideOf(oldText), newText: sideOf(newText) }
      changes.push(sides.length === 0 ? change : { ...change, large: { oldText, newText, parts: sides } })
    } else unknown.push(item)
  }
  return { changes, texts, large, unknown }
}

/** The exit code that a harness put into its raw output, where one is found. */
export function exitCodeOf(rawOutput: unknown): number | null {
  if (!isRecord(rawOutput)) return null
  for (const key of ['exitCode', 'exit_code', 'exit', 'code']) {
    const value = rawOutput[key]
    if (typeof value === 'number' && Number.isInteger(value)) return value
  }
  const { metadata } = rawOutput
  return isRecord(metadata) ? exitCodeOf(metadata) : null
}

/** A value as indented JSON, for showing what has no better form. */
export function rawJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? String(value)
}

/** Of a side that travels as a blob only the beginning is here: no change can be read from it. */
function sideOf(side: unknown): string | null {
  if (typeof side === 'string') return side
  return isLarge(side) ? side.preview : null
}

function isLarge(value: unknown): value is LargePart {
  return (
    isRecord(value) &&
    value['type'] === 'blob' &&
    typeof value['sha256'] === 'string' &&
    typeof value['bytes'] === 'number' &&
    typeof value['mediaType'] === 'string' &&
    typeof value['preview'] === 'string'
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
