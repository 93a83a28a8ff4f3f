import { createMemo, createSignal, For, Show, type JSX } from 'solid-js'
import type { Roster } from '../../../shared/devices/roster.ts'
import { newId } from '../../../shared/ids.ts'
import { LIMITS } from '../../../shared/limits.ts'
import type { Person } from '../../../shared/people/grants.ts'
import { readName } from '../../../shared/people/name.ts'
import { useApp } from '../../devices/app-context.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { Button } from '../../ui/button.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { Callout, Choice, Field, Problem } from '../parts.tsx'
import { grantOf, NEW_GRANT } from '../people/edit-grants.ts'
import { GrantForm } from '../people/grant-form.tsx'
import { allCanWords } from '../people/grant-words.ts'
import { peopleWords } from '../people/words.ts'
import { addressFor, isForPhones } from './https.ts'
import type { Invitee } from './invitee.ts'
import { NeedsHttps } from './needs-https.tsx'
import { revealedPlain } from '../../ui/reveal-hidden.ts'
import { addDeviceWords as words } from './words.ts'

/** Props of {@link ChooseInvitee}. */
export interface ChooseInviteeProps {
  readonly roster: Roster
  /** Undefined until the relay has said it. */
  readonly publicUrl: string | null | undefined
  readonly onChosen: (invitee: Invitee) => void
}

/** For whom the device is, and what a new person may do. */
export function ChooseInvitee(props: ChooseInviteeProps): JSX.Element {
  const { session } = useApp()
  const [whose, setWhose] = createSignal<'me' | 'known' | 'new'>('me')
  const [personId, setPersonId] = createSignal('')
  const [name, setName] = createSignal('')
  const [grant, setGrant] = createSignal(NEW_GRANT)
  const [problem, setProblem] = createSignal<string | null>(null)
  const others = createMemo(() =>
    [...props.roster.people.values()]
      .filter((person) => person.personId !== session.personId)
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  )
  const isTaken = (): boolean =>
    [...props.roster.people.values()].some((one) => one.name.toLowerCase() === (readName(name()) ?? '').toLowerCase())

  function read(): Invitee | string {
    if (whose() === 'me') return { kind: 'known', personId: session.personId }
    if (whose() === 'known') {
      return personId() === '' ? words.personMissing : { kind: 'known', personId: personId() }
    }
    const typed = readName(name())
    if (typed === null) return words.nameMissing
    const given = grantOf(grant(), relayNow())
    if (typeof given === 'string') return peopleWords.problems[given]
    return { kind: 'new', person: { personId: newId(), name: typed, grants: [given] } }
  }

  function invite(): void {
    const invitee = read()
    if (typeof invitee === 'string') return void setProblem(invitee)
    setProblem(null)
    props.onChosen(invitee)
  }

  return (
    <div class="settings-form">
      <Show when={props.publicUrl !== undefined && !isForPhones(addressFor(props.publicUrl, location.origin))}>
        <NeedsHttps />
      </Show>
      <Choice
        legend={words.forWhom}
        options={[
          { value: 'me', name: words.me, text: words.meText },
          { value: 'known', name: words.somebody, text: words.somebodyText },
          { value: 'new', name: words.newPerson, text: words.newPersonText },
        ]}
        value={whose()}
        onChange={setWhose}
      />
      <Show when={whose() === 'known'}>
        <KnownPerson others={others()} personId={personId()} onChange={setPersonId} />
      </Show>
      <Show when={whose() === 'new'}>
        <Field label={words.name}>
          <input
            class="settings-input"
            maxLength={LIMITS.nameChars}
            autocomplete="off"
            value={name()}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <Show when={isTaken()}>
          <Callout>{words.sameName}</Callout>
        </Show>
        <GrantForm draft={grant()} onChange={setGrant} />
      </Show>
      <Problem text={problem()} />
      <Button kind="primary" wide onPress={invite}>
        {words.invite}
      </Button>
    </div>
  )
}

function KnownPerson(props: {
  readonly others: readonly Person[]
  readonly personId: string
  readonly onChange: (personId: string) => void
}): JSX.Element {
  const { fleet } = useApp()
  const chosen = (): Person | undefined => props.others.find((person) => person.personId === props.personId)
  const titleOf = (orbId: string): string | undefined => fleet.orbs[orbId]?.title
  return (
    <Show when={props.others.length > 0} fallback={<p class="settings-text">{words.noOther}</p>}>
      <Field label={words.person}>
        <select
          class="settings-input"
          value={props.personId}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          <option value="">{words.choosePerson}</option>
          <For each={props.others}>
            {(person) => <option value={person.personId}>{revealedPlain(person.name)}</option>}
          </For>
        </select>
      </Field>
      <Show when={chosen()}>
        {(person) => (
          <p class="settings-text">
            <RevealedText text={words.canNow(person().name, allCanWords(person().grants, titleOf, relayNow()))} prose />
          </p>
        )}
      </Show>
    </Show>
  )
}
