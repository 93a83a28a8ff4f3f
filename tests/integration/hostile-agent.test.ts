import { beforeAll, describe, expect, test } from 'vitest'
import { AGENT_UID, whyNot } from '../support/agent-place.ts'
import { CLOSED_ROUTES, runHostileAgent, type HostileRun } from '../support/hostile-stage.ts'

/*
 * An agent that is a real process, knows where everything is, and tries to get at keys or to answer itself. First without
 * isolation, where it succeeds: so the attempts are real, and "advice" is the right word there. Then kept apart.
 */

/** Root of the machine, and not of a namespace alone. */
const isRoot = whyNot('uid') === null

const FILES = [
  'read the ledger',
  "read the relay's local key",
  "read the relay's VAPID key",
  'read the orb key',
  'read the spool',
  "read the command line's key",
  'list the state folder',
  'follow a link out of the workspace',
  "give the relay's key a second name",
  'put a file into the state folder',
  'write through a link out of the workspace',
  'open the ledger for writing',
  'open the orb key for writing',
  'move the relay folder away',
]
const PROCESSES = ['runner', 'relay'].flatMap((name) => [
  `read the memory map of the ${name}`,
  `read the environment of the ${name}`,
  `enter the root folder of the ${name}`,
  `enter the working folder of the ${name}`,
  `see the open files of the ${name}`,
  `find the ${name} alive by a signal`,
  `halt the ${name}`,
])
/** Where the system asks for more than the same user. */
const ROOTS_OWN = [
  'change a setting of the kernel',
  ...['runner', 'relay'].flatMap((name) => [`read the memory of the ${name}`, `join the namespaces of the ${name}`]),
]
const PROGRAMS = ['run "perigee pair" on a relay that nobody owns', 'run "perigee approve"']
/** These fail whatever the isolation: loopback grants nothing. */
const WITHOUT_A_KEY = [
  'run "perigee approve" with a state folder of its own',
  'watch all orbs',
  'watch this orb',
  "write into this orb's desk",
  'speak for this orb with a key of its own',
  'speak for a new orb',
]
const ROUTES = CLOSED_ROUTES.map(({ method, path }) => `${method} ${path}`)

describe('without isolation', () => {
  let run: HostileRun
  beforeAll(async () => {
    run = await runHostileAgent('none')
  })

  test.each([...FILES, ...PROCESSES, ...(isRoot ? ROOTS_OWN : []), ...PROGRAMS])('an agent can %s', (what) => {
    expect(run.attempts[what]).toMatchObject({ done: true })
  })

  test('an agent that found a key has answered itself: approvals are advice there', () => {
    expect(run.approval).toMatchObject({ outcome: 'allowed' })
  })

  test.each(WITHOUT_A_KEY)('not even then can an agent without a key %s', (what) => {
    expect(run.attempts[what]).toMatchObject({ done: false })
  })
})

describe.each(['namespace', 'uid'] as const)('with isolation %s', (kind) => {
  const reason = whyNot(kind)
  let run: HostileRun
  beforeAll(async () => {
    if (reason === null) run = await runHostileAgent(kind)
  })

  test.skipIf(reason !== null)(`the agent is the user that it should be${reason === null ? '' : `: ${reason}`}`, () => {
    expect(run.uid).toBe(kind === 'uid' ? AGENT_UID : process.getuid?.())
  })

  test.skipIf(reason !== null).each([...FILES, ...PROCESSES, ...ROOTS_OWN, ...PROGRAMS, ...WITHOUT_A_KEY])(
    'an agent cannot %s',
    (what) => {
      expect(run.attempts[what]).toMatchObject({ done: false })
    },
  )

  test.skipIf(reason !== null).each(ROUTES)('the relay answers nothing on %s', (route) => {
    const [, statuses] = Object.entries(run.routes).find(([asked]) => fits(asked, route)) ?? []
    expect(statuses).toHaveLength(2)
    expect([401, 403]).toEqual(expect.arrayContaining([...(statuses ?? [])]))
  })

  test.skipIf(reason !== null)('the question still waits for a person', () => {
    expect(run.approval).toMatchObject({ outcome: 'pending', effect: 'none' })
  })

  test.skipIf(reason !== null)(
    'the runner runs no program that the workspace names, and tells nothing of what its links lead to',
    () => {
      expect(run.trapped).toBe(false)
      const told = JSON.stringify(run.workspace.changed)
      expect(told).toContain('innocent')
      expect(told).not.toMatch(/local\.key|ledger|vapid/)
    },
  )
})

/** Whether a path that was asked is one of a route with parameters. */
function fits(asked: string, route: string): boolean {
  return new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(asked)
}
