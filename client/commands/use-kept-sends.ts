import { createEffect } from 'solid-js'
import { useApp } from '../devices/app-context.ts'
import { isSessionConfirmed } from '../devices/session.ts'

/** Delivers what is kept on this device as soon as the relay is there, and each time that it is back. */
export function useKeptSends(): void {
  const { fleet } = useApp()
  createEffect(() => {
    if (fleet.status().state !== 'live' || !isSessionConfirmed()) return
    void import('./kept-sends.ts').then(({ deliverKept }) => deliverKept())
  })
}
