import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import type { Turn } from '../turns/turn.ts'
import { text, type ToolResult, type ToolUse } from './tool-call.ts'

/** Reads a file; asks only outside the workspace. */
export async function readTool(turn: Turn, named: string): Promise<ToolUse> {
  const { path, inside } = locate(turn, named)
  return {
    kind: 'read',
    name: 'read_file',
    title: `Read ${named}`,
    locations: [{ path, line: 1 }],
    rawInput: { path },
    content: [],
    delicate: !inside,
    problem: null,
    run: async () => {
      const content = await contentOf(path)
      return content === null
        ? missing(named)
        : { ok: true, content: [text(content)], rawOutput: { characters: content.length } }
    },
  }
}

/** Writes a whole file, new or not, with the folders that it needs. */
export async function writeTool(turn: Turn, named: string, content: string): Promise<ToolUse> {
  const { path } = locate(turn, named)
  const oldText = await contentOf(path)
  return {
    kind: 'edit',
    name: 'write_file',
    title: `${oldText === null ? 'Create' : 'Write'} ${named}`,
    locations: [{ path, line: 1 }],
    rawInput: { path, content },
    content: [{ type: 'diff', path, oldText, newText: content }],
    delicate: true,
    problem: null,
    run: () => putFile(path, oldText, content),
  }
}

/** Replaces the first place of a text in a file. */
export async function editTool(turn: Turn, named: string, oldPart: string, newPart: string): Promise<ToolUse> {
  const { path } = locate(turn, named)
  const before = await contentOf(path)
  const problem = (content: string | null): string | null => {
    if (content === null) return `There is no file ${named}.`
    return content.includes(oldPart) ? null : `The text to replace is not in ${named}.`
  }
  // A function: in a replacement string, `$&` and the like would have a meaning.
  const replaced = (content: string) => content.replace(oldPart, () => newPart)
  const line = before === null ? 1 : before.slice(0, Math.max(before.indexOf(oldPart), 0)).split('\n').length
  return {
    kind: 'edit',
    name: 'edit_file',
    title: `Edit ${named}`,
    locations: [{ path, line }],
    rawInput: { path, oldText: oldPart, newText: newPart },
    content: before === null ? [] : [{ type: 'diff', path, oldText: before, newText: replaced(before) }],
    delicate: true,
    problem: problem(before),
    run: async () => {
      // Read again: while the person thought about it, another call may have changed the file.
      const now = await contentOf(path)
      const reason = problem(now)
      if (now === null || reason !== null) return failed(reason ?? '')
      return putFile(path, now, replaced(now))
    },
  }
}

/** Deletes a file. */
export async function deleteTool(turn: Turn, named: string): Promise<ToolUse> {
  const { path } = locate(turn, named)
  const oldText = await contentOf(path)
  return {
    kind: 'delete',
    name: 'delete_file',
    title: `Delete ${named}`,
    locations: [{ path }],
    rawInput: { path },
    content: oldText === null ? [] : [{ type: 'diff', path, oldText, newText: '' }],
    delicate: true,
    problem: oldText === null ? `There is no file ${named}.` : null,
    run: async () => {
      await rm(path, { force: true })
      return { ok: true, content: [{ type: 'diff', path, oldText, newText: '' }], rawOutput: { deleted: path } }
    },
  }
}

function locate(turn: Turn, named: string): { path: string; inside: boolean } {
  const { cwd } = turn.session.record
  const path = resolve(cwd, named)
  const way = relative(cwd, path)
  return { path, inside: !way.startsWith('..') && !isAbsolute(way) }
}

/** A file's text, or null where it cannot be read. */
async function contentOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null)
}

async function putFile(path: string, oldText: string | null, newText: string): Promise<ToolResult> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, newText)
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
  return { ok: true, content: [{ type: 'diff', path, oldText, newText }], rawOutput: { written: path } }
}

function missing(named: string): ToolResult {
  return failed(`There is no file ${named}.`)
}

function failed(reason: string): ToolResult {
  return { ok: false, content: [text(reason)], rawOutput: { error: reason } }
}
