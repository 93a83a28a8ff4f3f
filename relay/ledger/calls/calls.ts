import type { ErrorCode } from '../../../shared/codes/error-codes.ts'
import type { Change, Ledger } from '../ledger.ts'

/** The operations that cross to the ledger's thread: all of Ledger but what the calling side answers itself. */
export type CallName = Exclude<keyof Ledger, 'epoch' | 'subscribe' | 'close'>

/** The arguments of one operation. */
export type CallArgs<N extends CallName> = Parameters<Ledger[N]>

/** What one operation answers. */
export type CallResult<N extends CallName> = Awaited<ReturnType<Ledger[N]>>

/** One operation that was asked for. `id` is the caller's, to know the reply by. */
export interface Call {
  readonly id: number
  readonly name: CallName
  readonly args: readonly unknown[]
}

/** The answer to one call, or the error that it ended with. */
export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly code: ErrorCode; readonly message: string } }

/** What one commit has to tell: first what it changed, then the replies. */
export interface Commit {
  readonly changes: readonly Change[]
  readonly replies: readonly Reply[]
}
