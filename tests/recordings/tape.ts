import { readFileSync, writeFileSync } from 'node:fs'

/** One line between runner and harness, as the runner sees it: `in` comes from the harness. */
export interface TapeLine {
  readonly dir: 'in' | 'out'
  readonly line: string
}

/** What a tape says in place of the folder that the agent worked in. */
export const WORKSPACE = '/workspace'

/** Longer texts are cut: what they are made of is known, and a tape is kept small. */
const LONGEST_TEXT = 12_000
const LEFT_OF_IT = 200
/** Longer lists are cut: commands and models that a harness offers. */
const LONGEST_LIST = 12
/**
 * Fields that are left out, by the type of the event: Pi tells its messages whole again, several times each, when it has
 * told them in parts, and that would be half of its tape.
 */
const TOLD_AGAIN: Readonly<Record<string, readonly string[]>> = {
  message_start: ['content', 'details', 'usage', 'sections', 'toolsAdded'],
  message_update: ['content', 'usage'],
  message_end: ['content', 'details', 'usage', 'sections', 'toolsAdded'],
  turn_end: ['message', 'toolResults'],
  agent_end: ['messages'],
}

/** Reads the tape of a harness. */
export function readTape(path: URL): TapeLine[] {
  const text = readFileSync(path, 'utf8').trim()
  return text.split('\n').map((line) => JSON.parse(line) as TapeLine)
}

/** Writes a tape, with the names of this machine replaced and long texts cut. Gives its size in bytes. */
export function writeTape(path: URL, lines: readonly TapeLine[], names: ReadonlyMap<string, string>): number {
  const kept = lines.map(({ dir, line }) => JSON.stringify({ dir, line: dir === 'in' ? shortened(line) : line }))
  let text = kept.join('\n')
  for (const [name, instead] of names) text = text.replaceAll(name, instead)
  writeFileSync(path, `${text}\n`)
  return Buffer.byteLength(text) + 1
}

function shortened(line: string): string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return line.slice(0, LONGEST_TEXT)
  }
  return JSON.stringify(cut(value, leftOut(value)))
}

function leftOut(event: unknown): readonly string[] {
  const { type } = (event ?? {}) as { type?: unknown }
  return (typeof type === 'string' && TOLD_AGAIN[type]) || []
}

function cut(value: unknown, without: readonly string[]): unknown {
  if (typeof value === 'string') {
    return value.length > LONGEST_TEXT ? `${value.slice(0, LEFT_OF_IT)} [${value.length} characters]` : value
  }
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((one) => cut(one, without))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([key]) => !without.includes(key))
  return Object.fromEntries(fields.map(([key, field]) => [key, cut(field, without)]))
}
