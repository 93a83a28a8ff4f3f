import type { ToolCall } from '../transcripts/tool-call.ts'
import type { ApprovalOption, ApprovalRequest, QuestionField } from '../../shared/approvals/request.ts'

/** An option as it is shown, with the harness's own id for it, which may be longer or not well-formed. */
export interface OfferedOption {
  readonly shown: ApprovalOption
  readonly harnessId: string
  /** Its meaning is known, so that a verdict alone may stand for it. */
  readonly implied: boolean
}

/** A field as it is shown, with the harness's own name for it. */
export interface OfferedField {
  readonly shown: QuestionField
  readonly harnessName: string
  readonly integer: boolean
}

/** What a harness asks, and how to answer it. */
export type Asked =
  | { readonly kind: 'permission'; readonly options: readonly OfferedOption[] }
  /** A question in the shape of a permission: one of the options lets it go on with the answers. */
  | { readonly kind: 'shaped'; readonly fields: readonly OfferedField[]; readonly options: readonly OfferedOption[] }
  | { readonly kind: 'form'; readonly fields: readonly OfferedField[] }
  | { readonly kind: 'url'; readonly elicitationId: string | null }

/** An approval that still blocks the harness. */
export interface OpenApproval {
  readonly request: ApprovalRequest
  readonly asked: Asked
  /** Who waits for the answer. What the runner asks for itself outlives the run. */
  readonly raisedBy: 'agent' | 'runner'
  /** The call that a permission was asked for, as it was known then; null for anything else. */
  readonly call: ToolCall | null
  /** The id of the harness's own request, and its hash, to know a repetition from a change. */
  readonly requestId: string | number
  readonly fingerprint: string
  /** Resolves once the answer has been written to the harness. */
  readonly respond: (result: unknown) => Promise<void>
}
