import { createEffect, createSignal, on, Show, type JSX } from 'solid-js'
import type { Grant } from '../../../shared/people/grants.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Problem } from '../parts.tsx'
import { settingsWords } from '../words.ts'
import { draftOf, grantOf, NEW_GRANT } from './edit-grants.ts'
import { GrantForm } from './grant-form.tsx'
import { peopleWords as words } from './words.ts'

/** Props of {@link GrantSheet}. */
export interface GrantSheetProps {
  /** Which grant is open; `new`: one more. Undefined: closed. */
  readonly at: number | 'new' | undefined
  readonly grants: readonly Grant[]
  readonly busy: boolean
  readonly problem: string | null
  readonly onClose: () => void
  readonly onSave: (at: number | 'new', grant: Grant) => void
  readonly onRemove: (at: number) => void
}

/** One right, to be changed, taken away, or added. */
export function GrantSheet(props: GrantSheetProps): JSX.Element {
  const [draft, setDraft] = createSignal(NEW_GRANT)
  const [missing, setMissing] = createSignal<string | null>(null)
  createEffect(
    on(
      () => props.at,
      (at) => {
        const grant = typeof at === 'number' ? props.grants[at] : undefined
        setDraft(grant === undefined ? NEW_GRANT : draftOf(grant))
        setMissing(null)
      },
    ),
  )

  function save(): void {
    const grant = grantOf(draft(), relayNow())
    if (typeof grant === 'string') return void setMissing(words.problems[grant])
    setMissing(null)
    if (props.at !== undefined) props.onSave(props.at, grant)
  }

  return (
    <Sheet
      open={props.at !== undefined}
      title={props.at === 'new' ? words.addRight : words.change}
      onClose={() => props.onClose()}
    >
      <GrantForm draft={draft()} onChange={setDraft} />
      <Problem text={missing() ?? props.problem} />
      <div class="dialog-actions">
        <Show
          when={typeof props.at === 'number'}
          fallback={<Button onPress={() => props.onClose()}>{settingsWords.cancel}</Button>}
        >
          <Button
            kind="danger"
            disabled={props.busy}
            onPress={() => {
              if (typeof props.at === 'number') props.onRemove(props.at)
            }}
          >
            {words.removeRight}
          </Button>
        </Show>
        <Button kind="primary" disabled={props.busy} onPress={save}>
          {props.busy ? words.busy : settingsWords.save}
        </Button>
      </div>
    </Sheet>
  )
}
