import type { Navigator } from '@solidjs/router'
import type { Session } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import type { Action, Target } from '../../shared/people/grants.ts'
import { roomName } from '../../shared/rooms/names.ts'
import type { RequestedCommand } from '../../shared/commands/commands.ts'
import type { FleetStore } from '../fleet/fleet-store.ts'
import type { OrbData } from '../orbs/orb-store.ts'
import { loadSnapshot } from '../rooms/snapshots.ts'
import { searchPath } from '../search/search-path.ts'
import { SECTIONS } from '../settings/sections.ts'
import { threadTitle } from '../threads/thread-title.ts'
import type { PaletteItem } from './find-places.ts'
import { paletteWords as words } from './words.ts'

/** What the palette stands on. */
export interface PaletteWorld {
  readonly session: Session
  readonly fleet: FleetStore
  readonly may: (action: Action, target: Target) => boolean
  readonly navigate: Navigator
  /** Where the person is. */
  readonly orbId: string | undefined
  readonly threadId: string | undefined
  readonly send: (orbId: string, command: RequestedCommand, then?: () => void) => void
  readonly help: () => void
}

/** Everything that is known without asking anybody: what waits, where one is, orbs, settings. Allowing is not in it. */
export function itemsOf(world: PaletteWorld): PaletteItem[] {
  const orbs = Object.values(world.fleet.orbs)
  const waiting = orbs.flatMap(({ orbId, title, waitsFor }) =>
    waitsFor === null
      ? []
      : [go(world, 'approval', 'a ' + orbId, waitsFor.title, words.waitsIn(title), '/a/' + waitsFor.approvalId)],
  )
  const known = orbs
    .toSorted((one, other) => other.lastActivity - one.lastActivity)
    .map(({ orbId, title, project }) => {
      // A folder is often called as its orb: once is enough.
      const hint = project === title ? '' : (project ?? '')
      return go(world, 'orb', 'o ' + orbId, title, hint, '/o/' + orbId)
    })
  const settings = SECTIONS.map(({ path, name, text }) =>
    go(world, 'settings', 's ' + path, name, text, '/settings/' + path),
  )
  const inbox = go(world, 'action', 'inbox', words.inbox, '', '/inbox')
  return [...waiting, ...actionsOf(world), ...known, inbox, ...settings]
}

/** The threads of orbs that this device has seen, the newest first. A read of its own storage. */
export async function threadItems(world: PaletteWorld): Promise<PaletteItem[]> {
  const orbs = Object.values(world.fleet.orbs)
  const found = await Promise.all(
    orbs.map(async ({ orbId, title }) => {
      const seen = await loadSnapshot<OrbData>(world.session.epoch, roomName('orb', orbId))
      return Object.values(seen?.data.threads ?? {}).map((thread) => ({ orbId, title, thread }))
    }),
  )
  return found
    .flat()
    .filter(({ thread }) => !thread.archived)
    .toSorted((one, other) => other.thread.lastActivity - one.thread.lastActivity)
    .map(({ orbId, title, thread }) =>
      go(world, 'thread', 't ' + thread.threadId, threadTitle(thread), title, `/o/${orbId}/t/${thread.threadId}`),
    )
}

/** Looks for words in transcripts, where one is. */
export function searchItem(world: PaletteWorld, text: string): PaletteItem {
  const { orbId = null, threadId = null } = world
  return go(
    world,
    'action',
    'search',
    words.search(text.trim()),
    '',
    searchPath({ orbId, threadId, in: 'all' }, text.trim()),
  )
}

function actionsOf(world: PaletteWorld): PaletteItem[] {
  const { orbId, threadId, may } = world
  const actions: PaletteItem[] = []
  const title = orbId === undefined ? '' : (world.fleet.orbs[orbId]?.title ?? '')
  if (orbId !== undefined && may('operate', { kind: 'orb', orbId })) {
    const newThread = newId()
    actions.push({
      key: 'new',
      kind: 'action',
      name: words.newThread,
      hint: title,
      closesItself: true,
      run: () =>
        world.send(orbId, { kind: 'thread.new', threadId: newThread, title: null }, () =>
          world.navigate(`/o/${orbId}/t/${newThread}`),
        ),
    })
  }
  if (orbId !== undefined && threadId !== undefined && may('operate', { kind: 'thread', orbId, threadId })) {
    const run = (): void => world.send(orbId, { kind: 'cancel', threadId, runId: null })
    actions.push({ key: 'stop', kind: 'action', name: words.stopRun, hint: title, closesItself: true, run })
  }
  actions.push({ key: 'help', kind: 'action', name: words.keys, hint: '?', closesItself: true, run: world.help })
  return actions
}

function go(
  world: PaletteWorld,
  kind: PaletteItem['kind'],
  key: string,
  name: string,
  hint: string,
  path: string,
): PaletteItem {
  return { key, kind, name, hint, run: () => world.navigate(path) }
}
