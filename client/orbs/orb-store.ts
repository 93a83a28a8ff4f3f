import { createSignal, onCleanup, type Accessor } from 'solid-js'
import { createStore, produce } from 'solid-js/store'
import { WorkspaceReport } from '../../shared/link/reports.ts'
import {
  ApprovalView,
  CommandView,
  OrbView,
  QueueReceipt,
  ThreadView,
  type RoomMeta,
} from '../../shared/rooms/content.ts'
import { roomName } from '../../shared/rooms/names.ts'
import { bindMap } from '../rooms/bind-map.ts'
import { bindMeta } from '../rooms/bind-meta.ts'
import { followProjection } from '../rooms/projection.ts'
import { applyChanges, tolerant } from '../rooms/record-store.ts'
import type { RoomStatus } from '../rooms/room-status.ts'
import { createSnapshotSaver } from '../rooms/snapshot-saver.ts'
import { loadSnapshot, metaOfSnapshot } from '../rooms/snapshots.ts'

/** What an orb's room says. */
export interface OrbData {
  orb: OrbView | null
  workspace: WorkspaceReport | null
  threads: Record<string, ThreadView>
  approvals: Record<string, ApprovalView>
  commands: Record<string, CommandView>
  receipts: Record<string, QueueReceipt>
}

/** An orb, followed. */
export interface OrbStore {
  readonly data: Readonly<OrbData>
  readonly meta: Accessor<RoomMeta | null>
  readonly status: Accessor<RoomStatus>
  readonly known: Accessor<boolean>
}

/** Follows an orb until the owner is disposed of. */
export function createOrbStore(epoch: string, orbId: string): OrbStore {
  const room = roomName('orb', orbId)
  const [data, setData] = createStore<OrbData>({
    orb: null,
    workspace: null,
    threads: {},
    approvals: {},
    commands: {},
    receipts: {},
  })
  const [meta, setMeta] = createSignal<RoomMeta | null>(null)
  const [status, setStatus] = createSignal<RoomStatus>({ state: 'catching-up' })
  const [known, setKnown] = createSignal(false)
  const saver = createSnapshotSaver<OrbData>(epoch, room, meta, () => data)

  void loadSnapshot<OrbData>(epoch, room).then((snapshot) => {
    if (known() || snapshot === null) return
    setData(snapshot.data)
    setMeta(metaOfSnapshot(epoch, snapshot))
    setKnown(true)
  })

  const stop = followProjection(room, {
    status: (now) => {
      setStatus(now)
      saver.status(now)
    },
    attach(doc) {
      setKnown(true)
      const record = <T>(
        key: 'threads' | 'approvals' | 'commands' | 'receipts',
        schema: Parameters<typeof tolerant<T>>[0],
      ): (() => void) =>
        bindMap(doc.getMap(key), tolerant(schema), (changes, whole) => {
          // The schema that a caller names for a key is the one of that key's values.
          setData(produce((draft) => applyChanges(draft[key] as Record<string, T>, changes, whole)))
          saver.changed()
        })
      const stops = [
        bindMeta(doc, setMeta),
        bindMap(
          doc.getMap('orb'),
          (value) => value,
          () => {
            const map = doc.getMap('orb')
            const orb = OrbView.safeParse(map.get('state'))
            const workspace = WorkspaceReport.safeParse(map.get('workspace'))
            setData({ orb: orb.success ? orb.data : null, workspace: workspace.success ? workspace.data : null })
            saver.changed()
          },
        ),
        record('threads', ThreadView),
        record('approvals', ApprovalView),
        record('commands', CommandView),
        record('receipts', QueueReceipt),
      ]
      return () => stops.forEach((stopOne) => stopOne())
    },
  })

  onCleanup(stop)
  return { data, meta, status, known }
}
