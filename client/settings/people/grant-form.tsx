import { createMemo, For, Match, Show, Switch, untrack, type JSX } from 'solid-js'
import type { Role } from '../../../shared/people/grants.ts'
import { useApp } from '../../devices/app-context.ts'
import { createOrbStore } from '../../orbs/orb-store.ts'
import { threadTitle } from '../../threads/thread-title.ts'
import { Choice, Field } from '../parts.tsx'
import type { GrantDraft, Until } from './edit-grants.ts'
import { revealedPlain } from '../../ui/reveal-hidden.ts'
import { grantWords, peopleWords as words } from './words.ts'

const ROLES: readonly Role[] = ['observer', 'operator', 'owner']
const UNTIL: readonly Until[] = ['always', 'hour', 'day', 'week', 'month', 'picked']

/** Props of {@link GrantForm}. */
export interface GrantFormProps {
  readonly draft: GrantDraft
  readonly onChange: (draft: GrantDraft) => void
}

/** What, where and until when: one right, in plain words. */
export function GrantForm(props: GrantFormProps): JSX.Element {
  const set = (part: Partial<GrantDraft>): void => props.onChange({ ...props.draft, ...part })
  return (
    <>
      <Choice
        legend={words.role}
        options={ROLES.map((value) => ({ value, ...grantWords.roles[value] }))}
        value={props.draft.role}
        onChange={(role) => set({ role })}
      />
      <Choice
        legend={words.where}
        options={[
          { value: 'all', name: words.everything, text: words.everythingText },
          { value: 'orb', name: words.oneOrb },
          { value: 'thread', name: words.oneThread, text: words.threadNote },
        ]}
        value={props.draft.where}
        onChange={(where) => set({ where })}
      />
      <Show when={props.draft.where !== 'all'}>
        <OrbChoice orbId={props.draft.orbId} onChange={(orbId) => set({ orbId, threadId: '' })} />
      </Show>
      <Show when={props.draft.where === 'thread' && props.draft.orbId} keyed>
        {(orbId) => (
          <ThreadChoice orbId={orbId} threadId={props.draft.threadId} onChange={(threadId) => set({ threadId })} />
        )}
      </Show>
      <Switch>
        <Match when={props.draft.role === 'owner' && props.draft.where === 'all'}>
          <p class="settings-text">{words.endless}</p>
        </Match>
        <Match when={true}>
          <Field label={words.until}>
            <select
              class="settings-input"
              value={props.draft.until}
              onChange={(event) => set({ until: event.currentTarget.value as Until })}
            >
              <For each={UNTIL}>{(until) => <option value={until}>{words.untils[until]}</option>}</For>
            </select>
          </Field>
          <Show when={props.draft.until === 'picked'}>
            <Field label={words.picked}>
              <input
                type="datetime-local"
                class="settings-input"
                value={props.draft.picked}
                onInput={(event) => set({ picked: event.currentTarget.value })}
              />
            </Field>
          </Show>
        </Match>
      </Switch>
    </>
  )
}

function OrbChoice(props: { readonly orbId: string; readonly onChange: (orbId: string) => void }): JSX.Element {
  const { fleet } = useApp()
  const orbs = createMemo(() => Object.values(fleet.orbs).toSorted((a, b) => a.title.localeCompare(b.title)))
  return (
    <Show when={orbs().length > 0} fallback={<p class="settings-text">{words.noOrb}</p>}>
      <Field label={words.orb}>
        <select
          class="settings-input"
          value={props.orbId}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          <option value="">{words.chooseOrb}</option>
          <For each={orbs()}>
            {(orb) => (
              <option value={orb.orbId} selected={orb.orbId === props.orbId}>
                {revealedPlain(orb.title)}
              </option>
            )}
          </For>
        </select>
      </Field>
    </Show>
  )
}

/** Threads stand in their orb's own room, which is followed while one is chosen. */
export function ThreadChoice(props: {
  readonly orbId: string
  readonly threadId: string
  readonly onChange: (threadId: string) => void
}): JSX.Element {
  const { session } = useApp()
  const orb = createOrbStore(
    session.epoch,
    untrack(() => props.orbId),
  )
  const threads = createMemo(() => Object.values(orb.data.threads).toSorted((a, b) => b.lastActivity - a.lastActivity))
  return (
    <Show when={threads().length > 0} fallback={<p class="settings-text">{orb.known() ? words.noThread : ''}</p>}>
      <Field label={words.thread}>
        <select
          class="settings-input"
          value={props.threadId}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          <option value="">{words.chooseThread}</option>
          <For each={threads()}>
            {(thread) => (
              <option value={thread.threadId} selected={thread.threadId === props.threadId}>
                {revealedPlain(threadTitle(thread))}
              </option>
            )}
          </For>
        </select>
      </Field>
    </Show>
  )
}
