import * as Y from 'yjs'
import {
  ApprovalView,
  ClosedEntry,
  CommandView,
  EntryStep,
  FleetOrb,
  OpenHeader,
  OrbView,
  RoomMeta,
  ThreadView,
} from '../../shared/rooms/content.ts'
import { foldSteps } from '../../shared/transcripts/fold.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'

/** An orb's room as plain data, every value checked against its schema. */
export interface OrbRoom {
  readonly meta: RoomMeta
  readonly orb: OrbView
  readonly threads: ReadonlyMap<string, ThreadView>
  readonly approvals: ReadonlyMap<string, ApprovalView>
  readonly commands: ReadonlyMap<string, CommandView>
}

/** A thread's room as plain data: open entries folded as a reader shows them. */
export interface ThreadRoom {
  readonly meta: RoomMeta
  readonly entries: readonly Entry[]
}

/** Reads a fleet's room; throws where a value is not what the schema says. */
export function readFleetRoom(doc: Y.Doc): ReadonlyMap<string, FleetOrb> {
  return readMap(doc, 'orbs', (value) => FleetOrb.parse(value))
}

/** Reads an orb's room; throws where a value is not what the schema says. */
export function readOrbRoom(doc: Y.Doc): OrbRoom {
  return {
    meta: readMeta(doc),
    orb: OrbView.parse(doc.getMap('orb').get('state')),
    threads: readMap(doc, 'threads', (value) => ThreadView.parse(value)),
    approvals: readMap(doc, 'approvals', (value) => ApprovalView.parse(value)),
    commands: readMap(doc, 'commands', (value) => CommandView.parse(value)),
  }
}

/** Reads a thread's room; throws where a value is not what the schema says. */
export function readThreadRoom(doc: Y.Doc): ThreadRoom {
  return { meta: readMeta(doc), entries: doc.getArray('tail').toArray().map(readEntry) }
}

function readMeta(doc: Y.Doc): RoomMeta {
  return RoomMeta.parse(doc.getMap('meta').toJSON())
}

function readMap<T>(doc: Y.Doc, name: string, parse: (value: unknown) => T): ReadonlyMap<string, T> {
  return new Map([...doc.getMap(name)].map(([key, value]) => [key, parse(value)]))
}

function readEntry(item: unknown): Entry {
  if (!(item instanceof Y.Array)) {
    const { closedAt: _, ...closed } = ClosedEntry.parse(item)
    return { ...closed, open: false }
  }
  const [header, ...rest] = item.toArray() as unknown[]
  const steps = rest.map((step) => EntryStep.parse(step))
  return { ...OpenHeader.parse(header), open: !steps.some((step) => step.op === 'close'), body: foldSteps(steps) }
}
