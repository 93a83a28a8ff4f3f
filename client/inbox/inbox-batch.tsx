import { For, Show, type JSX } from 'solid-js'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { answerButtons } from '../approvals/buttons.ts'
import { isSettled, type DecisionChoice, type DecisionState } from '../approvals/decision-state.ts'
import { ShortHeading } from '../approvals/short-approval.tsx'
import { Told } from '../approvals/told.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { relayNow } from '../devices/relay-clock.ts'
import type { InboxRowProps } from './inbox-entry.tsx'
import { InboxPlace } from './inbox-place.tsx'
import { inboxWords } from './words.ts'

/** Several requests that are alike, each listed whole. One press answers all of them, each by a decision of its own. */
export function InboxBatch(
  props: InboxRowProps & { readonly approvals: readonly [ApprovalView, ...ApprovalView[]] },
): JSX.Element {
  const first = (): ApprovalView => props.approvals[0]
  const stateOf = ({ request }: ApprovalView): DecisionState => props.decisions.of(request.approvalId)
  const open = (): ApprovalView[] =>
    props.approvals.filter((approval) => {
      const { expiresAt } = approval.request
      return !isSettled(stateOf(approval)) && (expiresAt === null || relayNow() < expiresAt)
    })
  const sent = (): number =>
    props.approvals.filter((approval) => isSettled(stateOf(approval)) && stateOf(approval).step !== 'kept').length
  const blocked = (): boolean => !props.enabled || open().length === 0

  /** One after the other: what fails is said at its own line and does not hold up the rest. */
  async function answerAll(choiceFor: (approval: ApprovalView) => DecisionChoice | null): Promise<void> {
    for (const approval of open()) {
      const choice = choiceFor(approval)
      if (choice !== null) await props.decisions.choose(approval, choice)
    }
  }

  return (
    <article class="inbox-entry" aria-label={allowWords(props.approvals)}>
      <InboxPlace approval={first()} titles={props.titles} />
      <ShortHeading approval={first()} />
      <p class="approval-note">{inboxWords.alike}</p>
      <ul role="list" class="inbox-batch">
        <For each={props.approvals}>
          {(approval) => (
            <li>
              <a href={'/a/' + approval.request.approvalId} aria-label={inboxWords.see} title={inboxWords.see}>
                <ChevronRight class="icon" />
              </a>
              <div>
                <CodeBlock text={targetOf(approval)} bare warn />
                <Told decision={stateOf(approval)} deviceId={props.deviceId} />
              </div>
            </li>
          )}
        </For>
      </ul>
      <Show when={sent() > 0}>
        <p class="approval-note" role="status">
          {inboxWords.sentOf(sent(), props.approvals.length)}
        </p>
      </Show>
      <div class="approval-bar">
        <Button wide disabled={blocked()} onPress={() => void answerAll(denial)}>
          {inboxWords.denyMany(open().length)}
        </Button>
        <Button kind="primary" wide disabled={blocked() || !props.connected} onPress={() => void answerAll(permission)}>
          {allowWords(props.approvals, open().length)}
        </Button>
      </div>
    </article>
  )
}

/** What the one press would do: "Allow 4 reads". */
function allowWords(approvals: readonly ApprovalView[], count = approvals.length): string {
  return approvals[0]?.request.risk === 'read' ? inboxWords.allowReads(count) : inboxWords.allowWrites(count)
}

/** All that would happen: what is taken together is known by its command or by the paths that it reads. */
function targetOf({ request }: ApprovalView): string {
  return request.toolCall?.command ?? request.toolCall?.locations.join('\n') ?? ''
}

function denial({ request }: ApprovalView): DecisionChoice {
  return { verdict: 'deny', optionId: answerButtons(request).deny?.optionId ?? null, reason: null }
}

function permission({ request }: ApprovalView): DecisionChoice | null {
  const [option] = answerButtons(request).allow
  return option === undefined ? null : { verdict: 'allow', optionId: option.optionId }
}
