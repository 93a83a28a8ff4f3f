import type { LinkCommand } from '../../shared/commands/commands.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import { newId } from '../../shared/ids.ts'
import { makeOrb, openLink, reportEvent, type OrbClient, type OrbIdentity, type RelayAddress } from './orb-client.ts'

/** An orb that runs every prompt at once, and remembers what it was told to do. */
export interface DeskRunner {
  readonly orb: OrbIdentity
  readonly threadId: string
  /** Every command that came down the link, in order. */
  readonly commands: readonly LinkCommand[]
  /** Whether prompts end as soon as they have begun; set false to leave the thread busy. */
  endsRuns: boolean
  /** Ends the run that is under way. */
  endRun(): void
  /** Resolves when `holds` is true, looked at after each command. */
  until(holds: () => boolean): Promise<void>
  close(): void
}

const RETRY_MS = 50

/** Starts one with an idle thread. It comes back when its link is lost. */
export async function deskRunner(relay: RelayAddress): Promise<DeskRunner> {
  const orb = await makeOrb()
  const threadId = newId()
  const spool: StreamEvent[] = []
  const commands: LinkCommand[] = []
  const waiting = new Set<() => void>()
  let client: OrbClient | null = null
  let runId: string | null = null
  let isClosed = false

  const give = (...reports: { name: string; [field: string]: unknown }[]): void => {
    const events = reports.map((report, at) => reportEvent(spool.length + at + 1, report))
    spool.push(...events)
    client?.events(events)
  }
  const run = (state: string, commandId: string | null, stopReason: string | null) => {
    return { name: 'run.state', threadId, runId, state, commandId, stopReason, message: null }
  }
  const endRun = (): void => {
    give(run('ended', null, 'end_turn'))
    runId = null
  }
  const execute = ({ commandId, cmdSeq }: LinkCommand): void => {
    runId = newId()
    const effect = { name: 'command.effect', commandId, cmdSeq, effect: 'applied', message: null }
    give(run('running', commandId, null), effect)
    if (runner.endsRuns) endRun()
  }
  const connect = async (): Promise<OrbClient> => {
    const link = await openLink(relay, orb, {
      lastSeq: spool.length,
      finishedCmdSeq: commands.at(-1)?.cmdSeq ?? 0,
    })
    const missing = spool.slice(link.welcome.acked)
    if (missing.length > 0) link.client.events(missing)
    client = link.client
    return link.client
  }
  const listen = async (): Promise<void> => {
    const link = client ?? (await connect())
    while (!isClosed) {
      const { command } = await link.next('command')
      commands.push(command)
      execute(command)
      for (const wake of waiting) wake()
    }
  }

  const runner: DeskRunner = {
    orb,
    threadId,
    commands,
    endsRuns: true,
    endRun,
    until: (holds) =>
      new Promise((resolve) => {
        const wake = (): void => {
          if (!holds()) return
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
        wake()
      }),
    close() {
      isClosed = true
      client?.terminate()
    },
  }
  const unknown = { parentThreadId: null, title: null, modes: null, usage: null }
  give({ name: 'thread.meta', threadId, createdAt: Date.now(), commands: [], options: [], ...unknown })
  await (await connect()).next('ack')
  const stay = async (): Promise<void> => {
    while (!isClosed) {
      await listen().catch((error: unknown) => {
        if (String(error).startsWith('Error: no command')) return
        client = null
      })
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  void stay()
  return runner
}
