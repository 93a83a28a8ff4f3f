import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalDigest, type ApprovalRequest } from '../../shared/approvals/request.ts'
import type { LinkCommand } from '../../shared/commands/commands.ts'
import type { Device } from '../../shared/devices/roster-entry.ts'
import type { Grant } from '../../shared/people/grants.ts'
import { contentHash } from '../../shared/approvals/request.ts'
import type { DecideCommand } from '../support/decide-command.ts'
import { startDeceivedOrb, type DeceivedOrb } from '../support/deceived-orb.ts'
import { makeDevice, type TestDevice } from '../support/roster.ts'

/*
 * The relay is the adversary here. It holds no key of a device, so nothing that it says can answer an agent unless an
 * owner's or operator's device has signed exactly that answer to exactly that question.
 */

const UNFIT = 'Its signature does not fit what it says. Nothing was answered.'
const OTHER = 'The decision was made for something else than what the agent asks now. Nothing was answered.'
const NOT_HERE = 'It was made by somebody who may not decide here. Nothing was answered.'

/** What a relay sends, and whom it names as the one who decided. */
interface Lie {
  readonly body: DecideCommand
  readonly by: TestDevice
  readonly more?: Partial<LinkCommand>
}

function operates(scope: Grant['scope'], expiresAt: number | null = null): Grant[] {
  return [{ role: 'operator', scope, expiresAt }]
}

describe('a decision that nobody made', () => {
  let orb: DeceivedOrb
  let owner: TestDevice
  /** What the agent asks now, under the name that it has now. */
  let asked: ApprovalRequest
  /** The same question under the first name that it had. */
  let askedFirst: ApprovalRequest

  beforeAll(async () => {
    orb = await startDeceivedOrb()
    owner = orb.roster.owner
    asked = askedFirst = await orb.ask('never.txt')
  }, 60_000)
  afterAll(() => orb.dispose())

  async function joined(grants: Grant[], device: Partial<Device> = {}): Promise<TestDevice> {
    const made = await makeDevice({ name: 'Bob', grants }, device)
    orb.relay.roster([await orb.roster.add({ kind: 'device.add', device: made.device, person: made.person })])
    return made
  }

  const lies: readonly (readonly [string, () => Promise<Lie>, string])[] = [
    [
      'that is not signed',
      async () => ({ by: owner, body: { ...(await orb.sign(owner, asked)), signature: null } }),
      'The decision is not signed. Nothing was answered.',
    ],
    [
      'that the relay signed itself, in the name of the owner',
      async () => ({ by: owner, body: await orb.sign(await makeDevice(), asked) }),
      UNFIT,
    ],
    [
      'by a device of another installation',
      async () => {
        const foreign = await makeDevice()
        return { by: foreign, body: await orb.sign(foreign, asked) }
      },
      'It was made by a device that is not in the roster. Nothing was answered.',
    ],
    [
      'whose denial was turned into an allowance',
      async () => ({ by: owner, body: { ...(await orb.sign(owner, asked, { verdict: 'deny' })), verdict: 'allow' } }),
      UNFIT,
    ],
    [
      'whose option was altered from once to always',
      async () => {
        const always = asked.options.find((option) => option.kind === 'allow_always')?.optionId ?? ''
        const once = asked.options.find((option) => option.kind === 'allow_once')?.optionId ?? ''
        return { by: owner, body: { ...(await orb.sign(owner, asked, { optionId: once })), optionId: always } }
      },
      UNFIT,
    ],
    [
      'whose reason was altered',
      async () => {
        const signed = await orb.sign(owner, asked, { content: { reason: 'Only this once.' } })
        return { by: owner, body: { ...signed, content: { ...signed.content, reason: 'Always.' } } }
      },
      'The decision was altered on its way. Nothing was answered.',
    ],
    [
      'whose reason was altered together with its hash',
      async () => {
        const signed = await orb.sign(owner, asked)
        const content = { ...signed.content, reason: 'Always.' }
        return { by: owner, body: { ...signed, content, contentHash: await contentHash(content) } }
      },
      UNFIT,
    ],
    [
      'that was made by looking at another command',
      async () => {
        const shown = await shownOtherwise()
        return { by: owner, body: await orb.sign(owner, shown) }
      },
      OTHER,
    ],
    [
      'that was made by looking at another command, and then given the true digest',
      async () => {
        const shown = await shownOtherwise()
        return { by: owner, body: { ...(await orb.sign(owner, shown)), digest: asked.digest } }
      },
      UNFIT,
    ],
    [
      'that was made for an earlier question',
      async () => ({
        by: owner,
        body: { ...(await orb.sign(owner, askedFirst)), approvalId: asked.approvalId },
      }),
      OTHER,
    ],
    [
      'that was made for an earlier question, and then given the nonce and digest of this one',
      async () => {
        const { approvalId, nonce, digest } = asked
        return { by: owner, body: { ...(await orb.sign(owner, askedFirst)), approvalId, nonce, digest } }
      },
      UNFIT,
    ],
    [
      'that was made for another orb',
      async () => ({ by: owner, body: await orb.sign(owner, asked, {}, { orbId: 'another-orb' }) }),
      UNFIT,
    ],
    [
      'that was made for another generation',
      async () => ({ by: owner, body: await orb.sign(owner, asked, {}, { generation: 2 }) }),
      UNFIT,
    ],
    [
      'by a version of the roster that was altered',
      async () => {
        await joined([])
        return { by: owner, body: { ...(await orb.sign(owner, asked)), rosterVersion: 0 } }
      },
      UNFIT,
    ],
    [
      'by a version of the roster that there never was',
      async () => {
        const rosterVersion = orb.roster.present.version + 5
        return { by: owner, body: await orb.sign(owner, asked, {}, { rosterVersion }) }
      },
      'is known. Nothing was answered.',
    ],
    [
      'of one device in the name of another',
      async () => {
        const phone = await joined(operates({ kind: 'all' }))
        return { by: phone, body: await orb.sign(owner, asked) }
      },
      UNFIT,
    ],
    [
      'by a device that was revoked',
      async () => {
        const lost = await joined(operates({ kind: 'all' }))
        const { deviceId } = lost.device
        const body = await orb.sign(lost, asked)
        orb.relay.roster([await orb.roster.add({ kind: 'device.revoke', deviceId, why: 'lost' })])
        return { by: lost, body }
      },
      'It was made by a device that has been revoked. Nothing was answered.',
    ],
    [
      'by an observer',
      async () => {
        const observer = await joined([{ role: 'observer', scope: { kind: 'all' }, expiresAt: null }])
        return { by: observer, body: await orb.sign(observer, asked) }
      },
      NOT_HERE,
    ],
    [
      'by a grant that has expired',
      async () => {
        const guest = await joined(operates({ kind: 'all' }, Date.now() - 1))
        return { by: guest, body: await orb.sign(guest, asked) }
      },
      NOT_HERE,
    ],
    [
      'by a grant for another orb',
      async () => {
        const guest = await joined(operates({ kind: 'orb', orbId: 'another-orb' }))
        return { by: guest, body: await orb.sign(guest, asked) }
      },
      NOT_HERE,
    ],
    [
      'by a grant for another thread, which the relay names as the one that asks',
      async () => {
        const guest = await joined(operates({ kind: 'thread', orbId: orb.orbId, threadId: 'another' }))
        return { by: guest, body: { ...(await orb.sign(guest, asked)), threadId: 'another' } }
      },
      NOT_HERE,
    ],
    [
      'by the command line of the account that the agent runs as',
      async () => {
        const { account } = await orb.relay.report('orb.state', (one) => typeof one.account === 'string')
        const shell = await joined(operates({ kind: 'all' }), { kind: 'command-line', account: account ?? null })
        return { by: shell, body: await orb.sign(shell, asked) }
      },
      'It was made on the command line of the account that the agent itself runs as. Nothing was answered.',
    ],
  ]

  /** What a lying relay shows on a screen: the same question about something harmless, with a digest that fits it. */
  async function shownOtherwise(): Promise<ApprovalRequest> {
    const toolCall = asked.toolCall && { ...asked.toolCall, title: 'Read the README', locations: ['README.md'] }
    const shown = { ...asked, toolCall }
    return { ...shown, digest: await approvalDigest(orb.orbId, shown) }
  }

  function expectUnmoved(): void {
    expect(orb.journal.answers()).toEqual([])
    expect(existsSync(join(orb.workspace, 'never.txt'))).toBe(false)
  }

  test.each(lies)('%s is refused', async (_name, lie, why) => {
    const { body, by, more } = await lie()
    const effect = await orb.effectOf(orb.relay.command(body, by, more))
    expect(effect.effect).toBe('undeliverable')
    expect(effect.message).toContain(why)
    asked = await orb.askedAgain(asked)
    expectUnmoved()
  })

  test('that was sent for another generation is refused', async () => {
    const sent = orb.relay.command(await orb.sign(owner, asked), owner, { generation: 2 })
    expect(await orb.effectOf(sent)).toMatchObject({
      effect: 'undeliverable',
      message: 'This was meant for another generation of the orb.',
    })
    expectUnmoved()
  })

  test('that answers a question which is over reaches nobody', async () => {
    const sent = orb.relay.command(await orb.sign(owner, askedFirst), owner)
    expect(await orb.effectOf(sent)).toMatchObject({
      effect: 'undeliverable',
      message: 'The agent no longer waits for this answer.',
    })
    expectUnmoved()
  })

  test('while every true one is withheld, the agent waits', async () => {
    orb.relay.drop()
    const { openApprovals } = await orb.relay.hello()
    expect(openApprovals).toEqual([asked.approvalId])
    expectUnmoved()
  })

  test('and after all that the true one is taken, once, also where it is sent again', async () => {
    const body = await orb.sign(owner, asked, { verdict: 'deny', content: { reason: 'Not this file.' } })
    const first = orb.relay.command(body, owner)
    expect(await orb.effectOf(first)).toMatchObject({ effect: 'applied' })
    orb.relay.send({ t: 'command', command: first })
    const again = orb.relay.command(body, owner)
    const opposite = orb.relay.command(await orb.sign(owner, asked), owner)
    for (const { commandId } of [again, opposite]) {
      const end = await orb.relay.report(
        'command.effect',
        (one) => one.commandId === commandId && one.effect !== 'delivered',
      )
      expect(end).toMatchObject({ effect: 'refused', message: 'This was already answered.' })
    }
    await orb.relay.report('run.state', (one) => one.state === 'ended')
    expect(orb.journal.answers().map((answer) => answer.optionId)).toEqual(['opt-r1'])
    expect(existsSync(join(orb.workspace, 'never.txt'))).toBe(false)
  })

  test('of two true ones about one question only the first that comes counts, in whatever order', async () => {
    const request = await orb.ask('second.txt')
    const phone = await joined(operates({ kind: 'thread', orbId: orb.orbId, threadId: orb.threadId }))
    const [denial, allowance] = [
      await orb.sign(owner, request, { verdict: 'deny' }),
      await orb.sign(phone, request, { verdict: 'allow' }),
    ]
    // The owner's came first; the relay turns them round.
    const before = orb.journal.answers().length
    const first = orb.relay.command(allowance, phone)
    const second = orb.relay.command(denial, owner)
    expect(await orb.effectOf(first)).toMatchObject({ effect: 'applied' })
    const end = await orb.relay.report(
      'command.effect',
      (one) => one.commandId === second.commandId && one.effect !== 'delivered',
    )
    expect(end.effect).toBe('refused')
    await orb.relay.report('run.state', (one) => one.state === 'ended' && one.runId === request.runId)
    expect(orb.journal.answers()).toHaveLength(before + 1)
    expect(existsSync(join(orb.workspace, 'second.txt'))).toBe(true)
  })

  test('that was held back until its run was stopped reaches nobody', async () => {
    const request = await orb.ask('third.txt')
    const held = await orb.sign(owner, request)
    orb.relay.command({ kind: 'cancel', threadId: orb.threadId, runId: null }, owner)
    await orb.relay.report('run.state', (one) => one.state === 'ended' && one.runId === request.runId)
    expect(await orb.effectOf(orb.relay.command(held, owner))).toMatchObject({
      effect: 'undeliverable',
      message: 'The agent no longer waits for this answer.',
    })
    expect(existsSync(join(orb.workspace, 'third.txt'))).toBe(false)
  })
})
