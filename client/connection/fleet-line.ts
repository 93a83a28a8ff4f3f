import { createMemo, type Accessor } from 'solid-js'
import { useApp } from '../devices/app-context.ts'
import { connectionLine, type ConnectionLine } from './connection-line.ts'
import { isOnline } from './online.ts'

/** The connection line of a page that stands on the fleet and on no orb. */
export function useFleetLine(): Accessor<ConnectionLine> {
  const { fleet } = useApp()
  return createMemo(() =>
    connectionLine({ online: isOnline(), room: fleet.status(), meta: fleet.meta(), orbAwaySince: null }),
  )
}
