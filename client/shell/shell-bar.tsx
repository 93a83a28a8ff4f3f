import { useLocation } from '@solidjs/router'
import Orbit from 'lucide-solid/icons/orbit'
import Settings from 'lucide-solid/icons/settings'
import type { JSX } from 'solid-js'
import { useApp } from '../devices/app-context.ts'
import { BottomBar } from './bottom-bar.tsx'
import { shellWords } from './words.ts'

/** The places of the app: the fleet, with how much waits there, and the settings. */
export function ShellBar(): JSX.Element {
  const { fleet } = useApp()
  const location = useLocation()
  const inSettings = (): boolean => location.pathname.startsWith('/settings')
  const waiting = (): number => Object.values(fleet.orbs).reduce((sum, orb) => sum + orb.waits, 0)
  return (
    <BottomBar
      items={[
        {
          href: '/',
          label: shellWords.fleet,
          icon: Orbit,
          current: !inSettings(),
          // On the fleet's own screen the count stands in its list.
          waiting: inSettings() ? waiting() : undefined,
        },
        { href: '/settings', label: shellWords.settings, icon: Settings, current: inSettings() },
      ]}
    />
  )
}
