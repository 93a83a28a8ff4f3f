import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { DeviceActivity } from '../../shared/devices/pairing.ts'
import type { Roster } from '../../shared/devices/roster.ts'
import { useApp } from '../devices/app-context.ts'
import { loadRoster } from '../devices/roster-client.ts'
import { UnreachableError, api } from '../platform/api.ts'
import { onLifecycle } from '../platform/lifecycle.ts'
import { settingsWords } from './words.ts'

/** When each device was last here, as the relay says. */
export type Activity = ReadonlyMap<string, DeviceActivity['devices'][number]>

/** The list of devices and people as far as this device knows it. `stale`: the newest try got no answer. */
export type RosterView =
  | { readonly state: 'loading' | 'forbidden' | 'unreachable' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'ready'; readonly roster: Roster; readonly activity: Activity; readonly stale: boolean }

/** The roster, followed for as long as its page is there. */
export interface RosterStore {
  readonly view: Accessor<RosterView>
  reload(): Promise<void>
}

/** Who is connected changes without an entry; this often is soon enough for a list. */
const LOOK_AGAIN_MS = 20_000

/** Loads and checks the roster, again whenever the fleet tells of a new version. `allowed`: whether to ask at all. */
export function createRosterStore(allowed: Accessor<boolean>): RosterStore {
  const { fleet } = useApp()
  const [view, setView] = createSignal<RosterView>({ state: 'loading' })
  let loads = 0

  async function reload(): Promise<void> {
    const mine = ++loads
    const loaded = await load(view())
    if (mine === loads) setView(loaded)
  }

  createEffect(
    on([allowed, () => fleet.meta()?.rosterVersion], ([isAllowed]) => {
      loads += 1
      if (isAllowed) void reload()
      else setView({ state: 'forbidden' })
    }),
  )
  const again = setInterval(() => {
    if (allowed() && document.visibilityState === 'visible') void reload()
  }, LOOK_AGAIN_MS)
  onCleanup(() => clearInterval(again))
  onCleanup(
    onLifecycle((event) => {
      if (event === 'resume' && allowed()) void reload()
    }),
  )
  return { view, reload }
}

async function load(before: RosterView): Promise<RosterView> {
  try {
    const { roster } = await loadRoster()
    const { devices } = DeviceActivity.parse((await api('GET', '/api/devices')).body)
    const activity = new Map(devices.map((device) => [device.deviceId, device]))
    return { state: 'ready', roster, activity, stale: false }
  } catch (error) {
    if (error instanceof PerigeeError && error.code === 'forbidden') return { state: 'forbidden' }
    if (before.state === 'ready') return { ...before, stale: true }
    if (error instanceof UnreachableError) return { state: 'unreachable' }
    return { state: 'failed', message: error instanceof PerigeeError ? error.message : settingsWords.unreachableText }
  }
}
