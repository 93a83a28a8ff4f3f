import { createMemo, For, Show, type JSX } from 'solid-js'
import type { Roster } from '../../../shared/devices/roster.ts'
import type { Person } from '../../../shared/people/grants.ts'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import UserRound from 'lucide-solid/icons/user-round'
import { useApp } from '../../devices/app-context.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { RosterGate, type ReadyRoster } from '../roster-gate.tsx'
import { grantLine } from './grant-words.ts'
import { PersonPage } from './person-page.tsx'
import { peopleWords as words } from './words.ts'

/** Everybody, or one person. */
export function PeopleSection(props: { readonly personId: string | undefined }): JSX.Element {
  return (
    <RosterGate>
      {(ready) => (
        <Show when={props.personId} fallback={<People ready={ready()} />}>
          {(personId) => (
            <Show
              when={ready().roster.people.get(personId())}
              fallback={<EmptyState title={words.gone} text={words.goneText} />}
            >
              {(person) => <PersonPage person={person()} roster={ready().roster} />}
            </Show>
          )}
        </Show>
      )}
    </RosterGate>
  )
}

function People(props: { readonly ready: ReadyRoster }): JSX.Element {
  const { session, fleet } = useApp()
  const people = createMemo(() =>
    [...props.ready.roster.people.values()].toSorted(
      (a, b) =>
        Number(b.personId === session.personId) - Number(a.personId === session.personId) ||
        a.name.localeCompare(b.name),
    ),
  )
  const titleOf = (orbId: string): string | undefined => fleet.orbs[orbId]?.title
  const rights = (person: Person): string =>
    person.grants.length === 0
      ? words.nothing
      : person.grants.map((grant) => grantLine(grant, titleOf, relayNow())).join(' · ')
  return (
    <>
      <a class="button button-primary settings-lead" href="/settings/add-device">
        {words.addPerson}
      </a>
      <p class="settings-text">{words.addText}</p>
      <ul class="settings-list" role="list">
        <For each={people()}>
          {(person) => (
            <li>
              <a class="settings-row" href={`/settings/people/${person.personId}`}>
                <UserRound class="icon" />
                <span class="settings-row-main">
                  <span class="settings-row-title">
                    <RevealedText text={person.name} />
                    <Show when={person.personId === session.personId}>
                      {' '}
                      <span class="settings-badge">{words.you}</span>
                    </Show>
                  </span>
                  <span class="settings-row-text">
                    <RevealedText text={rights(person)} prose /> ·{' '}
                    {words.devices(deviceCount(props.ready.roster, person.personId))}
                  </span>
                </span>
                <ChevronRight class="icon settings-row-go" />
              </a>
            </li>
          )}
        </For>
      </ul>
    </>
  )
}

/** How many devices of a person count. */
export function deviceCount(roster: Roster, personId: string): number {
  return [...roster.devices.values()].filter((one) => one.personId === personId && one.revokedIn === null).length
}
