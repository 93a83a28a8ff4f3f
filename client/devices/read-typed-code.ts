import { readCode } from '../../shared/devices/pairing.ts'
import { codeWords } from './code-words.ts'

/** A typed code, or why it can be none, in a sentence. */
export type TypedCode =
  | { readonly code: string; readonly problem: null }
  | { readonly code: null; readonly problem: string }

/** Reads what a person typed as a code. */
export function readTypedCode(typed: string): TypedCode {
  const code = readCode(typed)
  if (code !== null) return { code, problem: null }
  const letters = typed.replace(/[\s-]/g, '')
  return { code: null, problem: letters.length === 8 ? codeWords.notThese : codeWords.short }
}
