import ChevronRight from 'lucide-solid/icons/chevron-right'
import { createSignal, For, Show, type JSX } from 'solid-js'
import type { Roster } from '../../../shared/devices/roster.ts'
import { LIMITS } from '../../../shared/limits.ts'
import type { Grant, Person } from '../../../shared/people/grants.ts'
import { readName } from '../../../shared/people/name.ts'
import { useApp } from '../../devices/app-context.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { change } from '../change.ts'
import { Block, Callout, Field, Problem } from '../parts.tsx'
import { useRoster } from '../roster-gate.tsx'
import { settingsWords } from '../words.ts'
import { leavesNobody } from './edit-grants.ts'
import { GrantSheet } from './grant-sheet.tsx'
import { grantLine } from './grant-words.ts'
import { peopleWords as words } from './words.ts'

/** Props of {@link PersonPage}. */
export interface PersonPageProps {
  readonly person: Person
  readonly roster: Roster
}

/** One person: name, rights and devices. Every change is one signed entry. */
export function PersonPage(props: PersonPageProps): JSX.Element {
  const { fleet } = useApp()
  const store = useRoster()
  const [editing, setEditing] = createSignal<number | 'new'>()
  const [asking, setAsking] = createSignal(false)
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal<string | null>(null)
  const titleOf = (orbId: string): string | undefined => fleet.orbs[orbId]?.title

  /** True where it was saved. */
  async function save(part: Partial<Pick<Person, 'name' | 'grants'>>): Promise<boolean> {
    const person = { ...props.person, ...part }
    if (leavesNobody(props.roster, person)) {
      setProblem(words.lastOwner)
      return false
    }
    setBusy(true)
    setProblem(null)
    const outcome = await change({ kind: 'person.set', person })
    setBusy(false)
    if (outcome.outcome === 'failed') {
      setProblem(outcome.message)
      return false
    }
    setEditing(undefined)
    setAsking(false)
    await store.reload()
    return true
  }

  const without = (at: number): Grant[] => props.person.grants.filter((_, index) => index !== at)
  const withGrant = (at: number | 'new', grant: Grant): Grant[] =>
    at === 'new'
      ? [...props.person.grants, grant]
      : props.person.grants.map((one, index) => (index === at ? grant : one))

  return (
    <>
      <Block>
        <NameForm name={props.person.name} busy={busy()} onSave={(name) => void save({ name })} />
      </Block>
      <Show when={editing() === undefined && !asking()}>
        <Problem text={problem()} />
      </Show>
      <Block title={words.rights}>
        <Show when={props.person.grants.length > 0} fallback={<p class="settings-text">{words.nothing}</p>}>
          <ul class="settings-list" role="list">
            <For each={props.person.grants}>
              {(grant, at) => (
                <li>
                  <button
                    type="button"
                    class="settings-row"
                    aria-haspopup="dialog"
                    onClick={() => {
                      setProblem(null)
                      setEditing(at())
                    }}
                  >
                    <span class="settings-row-main">
                      <RevealedText text={grantLine(grant, titleOf, relayNow())} prose />
                    </span>
                    <ChevronRight class="icon settings-row-go" />
                  </button>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <Button
          onPress={() => {
            setProblem(null)
            setEditing('new')
          }}
        >
          {words.addRight}
        </Button>
      </Block>
      <Block title={words.theirDevices}>
        <a class="button button-outlined settings-lead" href="/settings/devices">
          {words.toDevices}
        </a>
      </Block>
      <Show when={props.person.grants.length > 0}>
        <Block>
          <Button kind="danger" onPress={() => setAsking(true)}>
            {words.removeAll}
          </Button>
        </Block>
      </Show>
      <GrantSheet
        at={editing()}
        grants={props.person.grants}
        busy={busy()}
        problem={problem()}
        onClose={() => setEditing(undefined)}
        onSave={(at, grant) => void save({ grants: withGrant(at, grant) })}
        onRemove={(at) => void save({ grants: without(at) })}
      />
      <Dialog open={asking()} title={words.removeAllQuestion(props.person.name)} onClose={() => setAsking(false)}>
        <p>{words.removeAllText}</p>
        <Show when={leavesNobody(props.roster, { ...props.person, grants: [] })}>
          <Callout bad>{words.lastOwner}</Callout>
        </Show>
        <Problem text={problem() === words.lastOwner ? null : problem()} />
        <div class="dialog-actions">
          <Button onPress={() => setAsking(false)}>{words.keep}</Button>
          <Button
            kind="danger"
            disabled={busy() || leavesNobody(props.roster, { ...props.person, grants: [] })}
            onPress={() => void save({ grants: [] })}
          >
            {busy() ? words.busy : words.removeAllDo}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function NameForm(props: {
  readonly name: string
  readonly busy: boolean
  readonly onSave: (name: string) => void
}): JSX.Element {
  const [typed, setTyped] = createSignal<string>()
  const name = (): string => typed() ?? props.name
  const read = (): string | null => readName(name())
  return (
    <form
      class="settings-inline"
      onSubmit={(event) => {
        event.preventDefault()
        const next = read()
        if (next !== null && next !== props.name && !props.busy) props.onSave(next)
      }}
    >
      <Field label={words.rename}>
        <input
          class="settings-input"
          maxLength={LIMITS.nameChars}
          value={name()}
          autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <Show when={read() !== props.name && read() !== null}>
        <button type="submit" class="button button-outlined">
          {props.busy ? words.busy : settingsWords.save}
        </button>
      </Show>
    </form>
  )
}
