import { useLocation } from '@solidjs/router'
import { createSignal, type JSX } from 'solid-js'
import { useKeptSends } from '../commands/use-kept-sends.ts'
import { FleetPane } from '../fleet/fleet-pane.tsx'
import { Keyboard } from '../palette/keyboard.tsx'
import { AppShell } from './app-shell.tsx'
import { ShellBar } from './shell-bar.tsx'
import { WaitingSigns } from './waiting-signs.tsx'
import { SideProvider, type Side } from './side.ts'

/** The frame around every page of a signed-in device: the fleet stays while pages come and go. */
export function Layout(props: { readonly children?: JSX.Element }): JSX.Element {
  const location = useLocation()
  useKeptSends()
  const [side, setSide] = createSignal<Side>(null)
  return (
    <SideProvider.Provider value={(next) => void setSide(() => next)}>
      <WaitingSigns />
      <AppShell
        pane={location.pathname === '/' ? 'list' : 'main'}
        list={<FleetPane />}
        bar={<ShellBar />}
        side={side()?.()}
      >
        {props.children}
      </AppShell>
      <Keyboard />
    </SideProvider.Provider>
  )
}
