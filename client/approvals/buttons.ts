import { optionFor, verdictOf } from '../../shared/approvals/decision.ts'
import type { ApprovalRequest, ApprovalOption } from '../../shared/approvals/request.ts'

/** The answers that a permission offers, chosen by kind and never by position. */
export interface AnswerButtons {
  /** Usually one. Several of one kind are offered by name: which of them is meant, only a person can read. */
  readonly allow: readonly ApprovalOption[]
  /** True where the harness knows no single permission: allowing is for good. */
  readonly always: boolean
  /** The option that a denial stands for; null where none rejects, then the verdict alone is sent. */
  readonly deny: ApprovalOption | null
  /** Named on the card and not offered. */
  readonly unknown: readonly ApprovalOption[]
  /** True where allowing takes a hold: destructive, unknown, or for good. */
  readonly hold: boolean
}

/** Sorts a request's options into buttons. */
export function answerButtons(request: Pick<ApprovalRequest, 'options' | 'risk'>): AnswerButtons {
  const { options, risk } = request
  const once = options.filter((option) => option.kind === 'allow_once')
  const always = once.length === 0 ? options.filter((option) => option.kind === 'allow_always') : []
  const allow = once.length > 0 ? once : always
  return {
    allow,
    always: always.length > 0,
    deny: optionFor(options, 'deny'),
    unknown: options.filter((option) => verdictOf(option.kind) === null),
    hold: risk === 'destructive' || risk === 'unknown' || always.length > 0 || allow.length > 1,
  }
}
