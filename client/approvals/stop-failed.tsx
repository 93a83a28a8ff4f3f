import './receipt.css'
import { Show, type JSX } from 'solid-js'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import { failedStop } from '../commands/send-stop.ts'
import { sendWords } from './send-words.ts'

/** Says of "Deny and stop" that the stop came to nothing, why, and what to do: the denial's end stands beside it. */
export function StopFailed(props: { readonly request: ApprovalRequest }): JSX.Element {
  const why = (): string | null => {
    const { runId, approvalId } = props.request
    const failed = runId === null ? null : failedStop(runId)
    return failed?.beside === approvalId ? failed.why : null
  }
  return (
    <Show when={why()}>
      {(reason) => (
        <p class="receipt-bad" role="alert">
          {sendWords.notStopped(reason())}
        </p>
      )}
    </Show>
  )
}
