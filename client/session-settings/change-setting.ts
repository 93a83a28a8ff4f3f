import { createSignal, type Accessor } from 'solid-js'
import type { SetThreadCommand } from '../../shared/commands/commands.ts'
import { newId } from '../../shared/ids.ts'
import { sendCommand } from '../commands/send-command.ts'
import { whyNot } from '../commands/why-not.ts'
import type { OrbStore } from '../orbs/orb-store.ts'
import { settingWords } from './words.ts'

/** How far the last choice of a setting has come. */
export interface ChangeState {
  readonly key: string
  readonly value: string
  readonly bad: boolean
  readonly text: string
}

/** Chooses settings of a thread, one at a time. */
export interface SettingChange {
  choose(key: string, value: string, setting: SetThreadCommand['setting'], asksLess: boolean): Promise<void>
  /** Of the last choice; null before there is one. */
  readonly state: Accessor<ChangeState | null>
  /** The last choice asks less, and the question about it waits in the thread. */
  readonly waits: Accessor<boolean>
}

/** By which rule a runner judges the approvals that it raises for such choices. */
const ASKS_LESS_RULE = 'setting:asks-less'

interface Asked {
  readonly key: string
  readonly value: string
  readonly commandId: string
  readonly asksLess: boolean
  readonly step: 'sending' | 'recorded' | 'failed'
  readonly problem: string | null
}

/** Follows a choice from the press to what the runner made of it. */
export function createSettingChange(props: {
  readonly orbId: string
  readonly threadId: string
  readonly orb: OrbStore
}): SettingChange {
  const [asked, setAsked] = createSignal<Asked | null>(null)

  async function choose(
    key: string,
    value: string,
    setting: SetThreadCommand['setting'],
    asksLess: boolean,
  ): Promise<void> {
    const before = asked()
    // After silence the same choice goes under the same id, so that it counts once.
    const again = before?.step === 'failed' && before.key === key && before.value === value
    const mine: Asked = {
      key,
      value,
      asksLess,
      commandId: again ? before.commandId : newId(),
      step: 'sending',
      problem: null,
    }
    setAsked(mine)
    const command = { kind: 'thread.set', threadId: props.threadId, setting } as const
    const sent = await sendCommand(props.orbId, command, mine.commandId)
    if (asked()?.commandId !== mine.commandId) return
    if (sent.outcome === 'recorded') setAsked({ ...mine, step: 'recorded' })
    else setAsked({ ...mine, step: 'failed', problem: whyNot(sent, settingWords.noAnswer) })
  }

  const isPending = (): boolean =>
    Object.values(props.orb.data.approvals).some(
      ({ outcome, request }) =>
        outcome === 'pending' && request.threadId === props.threadId && request.riskRule === ASKS_LESS_RULE,
    )
  const decisionWords = (): string => (isPending() ? settingWords.waits : settingWords.decided)
  // The question may be here before the relay's word on the choice.
  const waits = (): boolean => asked()?.asksLess === true && asked()?.step !== 'failed' && isPending()

  const state = (): ChangeState | null => {
    const now = asked()
    if (now === null) return null
    const { key, value } = now
    if (now.step === 'failed') return { key, value, bad: true, text: now.problem ?? settingWords.noAnswer }
    const known = props.orb.data.commands[now.commandId]
    if (known === undefined) return { key, value, bad: false, text: settingWords[now.step] }
    switch (known.state) {
      case 'refused':
      case 'undeliverable':
      case 'unknown':
        return { key, value, bad: true, text: known.message ?? settingWords[known.state] }
      case 'applied':
        return { key, value, bad: false, text: now.asksLess ? decisionWords() : settingWords.applied }
      case 'delivered':
      case 'recorded':
        return { key, value, bad: false, text: settingWords.recorded }
    }
  }
  return { choose, state, waits }
}
