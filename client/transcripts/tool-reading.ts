import type { FileChange } from './diff/diff-view.tsx'

/** A part of a tool call's content that is too large to travel in it. */
export interface LargePart {
  readonly sha256: string
  readonly bytes: number
  readonly mediaType: string
  readonly preview: string
}

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
      changes.push({ path, oldText: sideOf(item['oldText']), newText: sideOf(item['newText']) })
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

/** Bytes in words: "512 bytes", "12 KB", "3.4 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Of a side that travels as a blob only the beginning is here. */
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
