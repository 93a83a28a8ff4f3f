import { randomUUID } from 'node:crypto'
import type { Conversation, ReplyPart } from '../conversation.ts'

/** One server-sent event, or a pause before the next. Text that is no JSON is sent as it is. */
export type StreamItem = { event?: string; data: object | string } | { pauseMs: number }

/** One of the languages in which harnesses speak to a model. Everything in it is pure. */
export interface Dialect {
  /** True for the path of a request for a reply, without its query. */
  readonly speaks: (path: string) => boolean
  /** What a request asks for; null where its body is none of this dialect. */
  readonly read: (body: unknown, path: string) => Conversation | null
  /** A reply in one piece. */
  readonly whole: (model: string, parts: readonly ReplyPart[]) => object
  /** A reply as it is streamed. */
  readonly stream: (model: string, parts: readonly ReplyPart[]) => Iterable<StreamItem>
  /** The body of an error. */
  readonly error: (status: number, message: string) => object
}

/** Characters in one streamed piece of text: about what a model sends as a token or two. */
const PIECE_LENGTH = 16

/** A text as a model streams it. Text that is to stay whole is one piece. */
export function pieces({ text, whole }: { text: string; whole?: true }): string[] {
  if (whole) return [text]
  const characters = Array.from(text)
  const count = Math.ceil(characters.length / PIECE_LENGTH)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH).join(''),
  )
}

/** A fresh id of the kind that a prefix names. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`
}

/** All text of one kind in a reply. */
export function textIn(parts: readonly ReplyPart[], kind: 'text' | 'thought'): string {
  return parts.map((part) => (part.kind === kind ? part.text : '')).join('')
}

/** The text of a message, which is a string, a list of parts with text, or nothing. */
export function textOf(content: string | null | undefined | readonly { text?: string | undefined }[]): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => part.text ?? '').join('\n')
}

/** True where a reply calls a tool. */
export function callsTool(parts: readonly ReplyPart[]): boolean {
  return parts.some((part) => part.kind === 'call')
}
