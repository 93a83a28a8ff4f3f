import type { ErrorCode } from '../../../shared/codes/error-codes.ts'
import type { Call, Commit } from './calls.ts'

/** What the main thread posts to the ledger's thread. */
export type ToThread = { readonly calls: readonly Call[] } | { readonly close: true }

/** What the ledger's thread posts to the main thread. */
export type FromThread =
  | { readonly type: 'opened'; readonly epoch: string }
  | { readonly type: 'refused'; readonly code: ErrorCode; readonly message: string }
  | { readonly type: 'commit'; readonly commit: Commit }
  | { readonly type: 'warning'; readonly message: string }
