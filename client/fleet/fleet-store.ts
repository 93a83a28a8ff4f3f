import { createSignal, onCleanup, type Accessor } from 'solid-js'
import { createStore, produce } from 'solid-js/store'
import { FleetOrb, type RoomMeta } from '../../shared/rooms/content.ts'
import { roomName } from '../../shared/rooms/names.ts'
import { bindMap } from '../rooms/bind-map.ts'
import { bindMeta } from '../rooms/bind-meta.ts'
import { followRoom } from '../rooms/follow-room.ts'
import { applyChanges, tolerant } from '../rooms/record-store.ts'
import type { RoomStatus } from '../rooms/room-status.ts'
import { createSnapshotSaver } from '../rooms/snapshot-saver.ts'
import { loadSnapshot, metaOfSnapshot } from '../rooms/snapshots.ts'

/** Every orb that this person may see, as the home screen shows them. */
export interface FleetStore {
  readonly orbs: Readonly<Record<string, FleetOrb>>
  readonly meta: Accessor<RoomMeta | null>
  readonly status: Accessor<RoomStatus>
  /** True once anything is known, from the relay or from before. */
  readonly known: Accessor<boolean>
}

/** Follows the fleet of a person until the owner is disposed of. */
export function createFleetStore(epoch: string, personId: string): FleetStore {
  const room = roomName('fleet', personId)
  const [orbs, setOrbs] = createStore<Record<string, FleetOrb>>({})
  const [meta, setMeta] = createSignal<RoomMeta | null>(null)
  const [status, setStatus] = createSignal<RoomStatus>({ state: 'catching-up' })
  const [known, setKnown] = createSignal(false)
  const saver = createSnapshotSaver<Record<string, FleetOrb>>(epoch, room, meta, () => orbs)

  void loadSnapshot<Record<string, FleetOrb>>(epoch, room).then((snapshot) => {
    if (known() || snapshot === null) return
    setOrbs(produce((record) => Object.assign(record, snapshot.data)))
    setMeta(metaOfSnapshot(epoch, snapshot))
    setKnown(true)
  })

  onCleanup(
    followRoom(room, {
      status: (now) => {
        setStatus(now)
        saver.status(now)
      },
      attach(doc) {
        setKnown(true)
        const stops = [
          bindMeta(doc, setMeta),
          bindMap(doc.getMap('orbs'), tolerant(FleetOrb), (changes, whole) => {
            setOrbs(produce((record) => applyChanges(record, changes, whole)))
            saver.changed()
          }),
        ]
        return () => stops.forEach((stop) => stop())
      },
    }),
  )
  return { orbs, meta, status, known }
}
