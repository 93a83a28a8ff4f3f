import { useLocation } from '@solidjs/router'
import Inbox from 'lucide-solid/icons/inbox'
import Orbit from 'lucide-solid/icons/orbit'
import Settings from 'lucide-solid/icons/settings'
import type { JSX } from 'solid-js'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { BottomBar } from './bottom-bar.tsx'
import { shellWords } from './words.ts'

/** The places of the app: the fleet, what waits for this person in all of it, and the settings. */
export function ShellBar(): JSX.Element {
  const { fleet } = useApp()
  const location = useLocation()
  const may = useMay()
  const isIn = (path: string): boolean => location.pathname.startsWith(path)
  const waiting = (): number =>
    Object.values(fleet.orbs)
      .filter(
        ({ orbId, waitsFor }) =>
          waitsFor !== null && may('decide', { kind: 'thread', orbId, threadId: waitsFor.threadId }),
      )
      .reduce((sum, orb) => sum + orb.waits, 0)
  return (
    <BottomBar
      items={[
        { href: '/', label: shellWords.fleet, icon: Orbit, current: !isIn('/settings') && !isIn('/inbox') },
        { href: '/inbox', label: shellWords.inbox, icon: Inbox, current: isIn('/inbox'), waiting: waiting() },
        { href: '/settings', label: shellWords.settings, icon: Settings, current: isIn('/settings') },
      ]}
    />
  )
}
