import MonitorSmartphone from 'lucide-solid/icons/monitor-smartphone'
import X from 'lucide-solid/icons/x'
import { createEffect, createMemo, createSignal, Show, type JSX } from 'solid-js'
import type { Member, Roster } from '../../shared/devices/roster.ts'
import { EVERYTHING } from '../../shared/people/grants.ts'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { Button } from '../ui/button.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { newDevices, rememberDevice } from './new-devices.ts'
import { fleetWords } from './words.ts'

/** Tells an owner quietly of devices that came in since, with the way to the list where one can be removed. */
export function NewDeviceNotice(): JSX.Element {
  const { session, fleet } = useApp()
  const may = useMay()
  const [roster, setRoster] = createSignal<Roster | null>(null)
  const [news, setNews] = createSignal<readonly Member[]>([])
  // The room's own facts change with everything that happens in it; the list is fetched for a change of the list.
  const version = createMemo(() => fleet.meta()?.rosterVersion)
  const isOwner = createMemo(() => may('govern', EVERYTHING))
  createEffect(() => {
    if (!isOwner()) return void setNews([])
    if (version() !== undefined) void look()
  })

  async function look(): Promise<void> {
    // Most people never need what checks a list: it is fetched by those who do.
    const { loadRoster } = await import('../devices/roster-client.ts')
    // A relay that does not answer, or a list that cannot be believed, is said where devices are listed.
    const loaded = await loadRoster().catch(() => null)
    if (loaded === null) return
    setRoster(loaded.roster)
    setNews(newDevices(loaded.roster, session.deviceId))
  }

  function dismiss(): void {
    for (const { deviceId } of news()) rememberDevice(deviceId)
    setNews([])
  }

  const ownerOf = (device: Member): string => roster()?.people.get(device.personId)?.name ?? ''
  return (
    <Show when={news()[0]}>
      {(first) => (
        <div class="fleet-notice" role="status">
          <MonitorSmartphone class="icon" />
          <p>
            <span class="fleet-notice-text">
              <RevealedText text={fleetWords.newDevice(first().name, ownerOf(first()), news().length - 1)} prose />
            </span>
            <a href="/settings/devices" onClick={dismiss}>
              {fleetWords.toDevices}
            </a>
          </p>
          <Button kind="icon" label={fleetWords.dismiss} onPress={dismiss}>
            <X class="icon" />
          </Button>
        </div>
      )}
    </Show>
  )
}
