import type { JSX } from 'solid-js'
import { createSignal, createUniqueId, For, Show } from 'solid-js'
import { LIMITS } from '../../shared/limits.ts'
import { joints } from '../i18n/words.ts'
import { Button } from '../ui/button.tsx'
import { approvalWords } from './words.ts'

/** Props of {@link DenyReason}. */
export interface DenyReasonProps {
  readonly disabled: boolean
  /** The run that asked can be stopped with the denial. */
  readonly stoppable: boolean
  readonly onDeny: (reason: string | null, stops: boolean) => void
  readonly onCancel: () => void
}

/** A denial that says why: a chip, words of one's own, or both. ACP has no field that would carry it to the agent. */
export function DenyReason(props: DenyReasonProps): JSX.Element {
  const id = createUniqueId()
  const [text, setText] = createSignal('')
  const reason = (): string | null => text().trim() || null
  const add = (chip: string): void => {
    setText((before) =>
      (before.trim() === '' ? chip : joints.sentences(before.trim(), chip)).slice(0, LIMITS.reasonChars),
    )
  }
  return (
    <div class="deny-reason">
      <label for={id} class="approval-note">
        {approvalWords.reasonLabel}
      </label>
      <div class="chips">
        <For each={approvalWords.reasonChips}>
          {(chip) => (
            <button type="button" class="chip" onClick={() => add(chip)}>
              {chip}
            </button>
          )}
        </For>
      </div>
      <textarea
        id={id}
        class="field"
        rows="1"
        placeholder={approvalWords.reasonOwn}
        maxLength={LIMITS.reasonChars}
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="approval-bar">
        <Button wide disabled={props.disabled} onPress={() => props.onDeny(reason(), false)}>
          {approvalWords.deny}
        </Button>
        <Show when={props.stoppable}>
          <Button wide disabled={props.disabled} onPress={() => props.onDeny(reason(), true)}>
            {approvalWords.denyAndStop}
          </Button>
        </Show>
      </div>
      <Button kind="quiet" class="approval-reason-link" onPress={() => props.onCancel()}>
        {approvalWords.cancelReason}
      </Button>
    </div>
  )
}
