import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { EntriesPage } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import type { ApprovalView, ClosedEntry, ThreadView } from '../../shared/rooms/content.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { patientDevice, type PatientDevice } from '../kill/patient-device.ts'
import { startRelayProcess, type RelayProcess } from './relay-process.ts'
import { readFleetRoom, readOrbRoom, readThreadRoom, type OrbRoom } from './room-content.ts'
import { openRoom, type RoomReader } from './room-reader.ts'
import { startRunnerProcess, type RunnerProcess } from './runner-process.ts'

type Run = NonNullable<ThreadView['run']>

/** A relay and a runner with the scripted agent, as processes, and a device that looks and acts. */
export interface RunningOrb {
  readonly relay: RelayProcess
  readonly device: PatientDevice
  readonly orbId: string
  readonly room: RoomReader
  readonly workspace: string
  readonly agentStore: string
  runner: RunnerProcess
  orb(): OrbRoom
  restartRunner(flags?: readonly string[]): Promise<void>
  newThread(): Promise<TestThread>
  dispose(): Promise<void>
}

/** One thread, as a test uses it. */
export interface TestThread {
  readonly threadId: string
  /** Sends a prompt; gives its command's id once it is recorded. */
  prompt(text: string): Promise<string>
  /** The next run that ends after `prompt` was called last. */
  ended(): Promise<Run>
  /** The next pending approval that was not given before. */
  pending(): Promise<ApprovalView>
  /** The entries of the room once it has caught up with the thread's head. */
  entries(): Promise<readonly Entry[]>
  /** All entries from the first one on, as far as they are closed. */
  everything(): Promise<readonly ClosedEntry[]>
}

const NAME = 'test'

/** Where the agent works and keeps its sessions, and how it is kept apart. */
export interface AgentPlace {
  readonly workspace: string
  readonly agentStore: string
  readonly isolation: readonly string[]
}

/** Starts everything in a folder of its own, where no other place is named for the agent. */
export async function startRunningOrb(
  agentFlags: readonly string[] = [],
  place: AgentPlace | null = null,
): Promise<RunningOrb> {
  const relay = await startRelayProcess()
  const { state } = relay
  const { workspace = join(state, 'workspace'), agentStore = join(state, 'agent') } = place ?? {}
  mkdirSync(workspace, { recursive: true })
  const start = (flags: readonly string[]): Promise<RunnerProcess> =>
    startRunnerProcess({
      relayUrl: relay.url,
      enrolledBy: relay,
      state,
      name: NAME,
      workspace,
      ...(place === null ? {} : { isolation: place.isolation }),
      agentFlags: ['--fast', '--store', agentStore, ...flags],
    })
  const runner = await start(agentFlags)
  const owner = await relay.owner()
  const fleet = openRoom({ relayUrl: relay.url, name: `fleet:${owner.person.personId}`, device: owner })
  const orbId = await fleet.until((doc) => [...readFleetRoom(doc).keys()][0], 'the orb')
  fleet.close()
  const room = openRoom({ relayUrl: relay.url, name: `orb:${orbId}`, device: owner })
  await room.until((doc) => (doc.getMap('orb').has('state') ? true : null), 'the room')
  const device = patientDevice(relay.url, owner)
  const page = async (threadId: string, before: number): Promise<EntriesPage> => {
    const path = `/api/threads/${threadId}/entries?before=${before}&limit=100`
    return EntriesPage.parse((await relay.askAs(owner, 'GET', path)).json())
  }
  const rooms: RoomReader[] = [room]

  const orb: RunningOrb = {
    relay,
    device,
    orbId,
    room,
    workspace,
    agentStore,
    runner,
    orb() {
      if (room.doc === null) throw new Error('the room has never been in step')
      return readOrbRoom(room.doc)
    },
    async restartRunner(flags = agentFlags) {
      orb.runner = await start(flags)
    },
    async newThread() {
      const threadId = newId()
      await device.command(orbId, { kind: 'thread.new', threadId, title: null }).answer
      await room.until((doc) => readOrbRoom(doc).threads.get(threadId), 'the new thread')
      const tail = openRoom({ relayUrl: relay.url, name: `thread:${threadId}`, device: owner })
      rooms.push(tail)
      return testThread(orb, threadId, tail, (before) => page(threadId, before))
    },
    async dispose() {
      for (const reader of rooms) reader.close()
      await orb.runner.stop()
      await relay.dispose()
    },
  }
  return orb
}

function testThread(
  orb: RunningOrb,
  threadId: string,
  tail: RoomReader,
  page: (before: number) => Promise<EntriesPage>,
): TestThread {
  let seenRun: string | null = null
  const seenApprovals = new Set<string>()
  const runOf = (room: OrbRoom): Run | null => room.threads.get(threadId)?.run ?? null
  return {
    threadId,
    async prompt(text) {
      seenRun = runOf(orb.orb())?.runId ?? null
      const { id, answer } = orb.device.command(orb.orbId, { kind: 'prompt', threadId, text })
      const recorded = await answer
      if (recorded.outcome !== 'recorded') throw new Error(JSON.stringify(recorded))
      return id
    },
    ended: () =>
      orb.room.until((doc) => {
        const run = runOf(readOrbRoom(doc))
        return run !== null && run.state === 'ended' && run.runId !== seenRun ? run : null
      }, 'the end of a run'),
    async pending() {
      const approval = await orb.room.until((doc) => {
        const all = [...readOrbRoom(doc).approvals.values()]
        return all.find(
          ({ request, outcome }) =>
            request.threadId === threadId && outcome === 'pending' && !seenApprovals.has(request.approvalId),
        )
      }, 'a pending approval')
      seenApprovals.add(approval.request.approvalId)
      return approval
    },
    async entries() {
      const head = orb.orb().threads.get(threadId)?.head ?? 0
      return tail.until((doc) => {
        const room = readThreadRoom(doc)
        return (room.meta.head ?? 0) >= head ? room.entries : null
      }, `position ${head}`)
    },
    async everything() {
      const all: ClosedEntry[] = []
      for (let before = Number.MAX_SAFE_INTEGER; ;) {
        const { entries, reachedStart } = await page(before)
        const closed = entries.flatMap((entry) => ('header' in entry ? [] : [entry]))
        all.unshift(...closed)
        if (reachedStart || closed[0] === undefined) return all
        before = closed[0].position
      }
    },
  }
}

/** Waits until an approval is in a state. */
export function approvalUntil(
  orb: RunningOrb,
  approvalId: string,
  is: (approval: ApprovalView) => boolean,
): Promise<ApprovalView> {
  return orb.room.until((doc) => {
    const approval = readOrbRoom(doc).approvals.get(approvalId)
    return approval !== undefined && is(approval) ? approval : null
  }, 'a state of the approval')
}
