import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROUTES } from '../../relay/app.ts'
import { WorkspaceReport } from '../../shared/link/reports.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { agentPlace, type TestedIsolation } from './agent-place.ts'
import { commandLineOf, PERIGEE } from './command-line.ts'
import { startRelayProcess } from './relay-process.ts'
import { startRunningOrb } from './running-orb.ts'

/** What came of what a hostile agent tried. */
export interface HostileRun {
  /** `done`: it got what it wanted. `detail`: that, or what stopped it. */
  readonly attempts: Readonly<Record<string, { readonly done: boolean; readonly detail: string }>>
  /** The statuses of each route, asked without anything and with a guessed session. */
  readonly routes: Readonly<Record<string, readonly number[]>>
  /** The user that it ran as. */
  readonly uid: number
  /** The question that it wanted to answer itself, afterwards. */
  readonly approval: ApprovalView
  /** Whether a program that it named was run by somebody who may write into the state folder. */
  readonly trapped: boolean
  /** What the runner told of the workspace. */
  readonly workspace: WorkspaceReport
}

const SCRIPT = fileURLToPath(new URL('hostile-agent.mjs', import.meta.url))
/** Routes that give something only to whom they know; the others are there for everybody. */
const OPEN_GUARDS: readonly string[] = ['public', 'page', 'tool-or-page']

/** The routes that the hostile agent asks. */
export const CLOSED_ROUTES = ROUTES.filter((route) => !OPEN_GUARDS.includes(route.guard)).map(({ method, path }) => ({
  method,
  path,
}))

/** Lets a hostile agent do its worst while one question is open, with a device's key in the command line's folder. */
export async function runHostileAgent(kind: TestedIsolation): Promise<HostileRun> {
  const place = agentPlace(kind)
  const orb = await startRunningOrb([], place)
  const unpaired = await startRelayProcess()
  try {
    const { state } = orb.relay
    writeFileSync(join(state, 'relay', 'vapid.json'), '{"privateKey":"planted"}', { mode: 0o600 })
    await commandLineOf(orb.relay, null, null, state)
    const asking = await orb.newThread()
    await asking.prompt('@permit\n@write asked.txt :: written without an answer')
    const { request } = await asking.pending()
    const trap = join(state, 'relay', 'trap')
    const { person } = await orb.relay.owner()
    copyFileSync(SCRIPT, join(place.workspace, 'hostile-agent.mjs'))
    const plan = {
      state,
      trap,
      relayPort: orb.relay.port,
      relayUrl: orb.relay.url,
      unpaired: { state: unpaired.state, port: unpaired.port },
      orbId: orb.orbId,
      personId: person.personId,
      approvalId: request.approvalId,
      runner: orb.runner.pid,
      relay: orb.relay.pid,
      perigee: PERIGEE,
      wsModule: import.meta.resolve('ws'),
      routes: CLOSED_ROUTES.map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, orb.orbId) })),
    }
    writeFileSync(join(place.workspace, 'attempts.json'), JSON.stringify(plan))
    const hostile = await orb.newThread()
    await hostile.prompt(`@nopermit\n@run ${process.execPath} hostile-agent.mjs`)
    await hostile.ended()
    const results = join(place.workspace, 'results.json')
    if (!existsSync(results)) throw new Error(JSON.stringify(await hostile.everything()))
    const workspace = await orb.room.until((doc) => {
      const report = WorkspaceReport.safeParse(doc.getMap('orb').get('workspace'))
      return report.success && report.data.branch === 'hostile' ? report.data : null
    }, 'what the runner says of the workspace')
    const approval = orb.orb().approvals.get(request.approvalId)
    if (approval === undefined) throw new Error('the question is gone')
    const said = JSON.parse(readFileSync(results, 'utf8')) as Pick<HostileRun, 'attempts' | 'routes' | 'uid'>
    return { ...said, approval, workspace, trapped: existsSync(trap) }
  } finally {
    await Promise.all([orb.dispose(), unpaired.dispose()])
    place.remove()
  }
}
