import { createEffect, createMemo, untrack } from 'solid-js'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { isSessionConfirmed } from '../devices/session.ts'
import { whenWritten } from './written.ts'

/** Delivers what is kept on this device as soon as the relay is there, and each time that it is back. */
export function useKeptSends(): void {
  const { session, fleet } = useApp()
  const may = useMay()
  const isThere = createMemo(
    () => fleet.status().state === 'live' && fleet.meta()?.epoch === session.epoch && isSessionConfirmed(),
  )
  createEffect(() => {
    if (!isThere()) return
    void import('./kept-sends.ts').then(({ deliverKept }) => deliverKept())
    const orbIds = untrack(() => Object.keys(fleet.orbs).filter((orbId) => may('operate', { kind: 'orb', orbId })))
    void whenWritten(async () => {
      const { deliverDesks } = await import('../desk/deliver-desks.ts')
      await deliverDesks(session, orbIds, isThere)
    })
  })
}
