import { createSignal, type Accessor } from 'solid-js'
import { CommandOutcome } from '../../shared/commands/commands.ts'
import { newId } from '../../shared/ids.ts'
import type { ThreadView } from '../../shared/rooms/content.ts'
import { forgetAnswer, isKept, keptAnswer } from '../commands/kept-sends.ts'
import { sendStop } from '../commands/send-stop.ts'
import { whyNot } from '../commands/why-not.ts'
import type { OrbStore } from '../orbs/orb-store.ts'
import type { Progress } from '../ui/progress.ts'
import { threadWords } from './words.ts'

/** Stops the present run of a thread, once, however often it is pressed. */
export interface StopRun {
  stop(): Promise<void>
  readonly progress: Accessor<Progress>
  /** Why the last press has no effect, or none yet; else null. */
  readonly problem: Accessor<string | null>
}

/** What a stop is about. */
export interface StopRunProps {
  readonly orbId: string
  readonly threadId: string
  readonly orb: OrbStore
  readonly thread: ThreadView | undefined
}

/** Follows the stop of a thread's run from the press to the relay's word. */
export function createStopRun(props: StopRunProps): StopRun {
  const [asked, setAsked] = createSignal<{ runId: string; commandId: string; failed: boolean } | null>(null)
  const [problem, setProblem] = createSignal<string | null>(null)

  async function stop(): Promise<void> {
    const runId = props.thread?.run?.runId
    if (runId === undefined) return
    const before = asked()
    const commandId = before?.runId === runId ? before.commandId : newId()
    setAsked({ runId, commandId, failed: false })
    setProblem(null)
    forgetAnswer(runId)
    const sent = await sendStop({ orbId: props.orbId, threadId: props.threadId, runId }, commandId)
    if (sent.outcome === 'recorded' || sent.outcome === 'kept') return
    setAsked({ runId, commandId, failed: true })
    setProblem(whyNot(sent, threadWords.stopNoAnswer))
  }

  const waits = (): boolean => props.thread?.run?.state === 'running' && isKept(props.thread.run.runId)
  /** Why a stop that was kept came to nothing in the end, on this page or before it; else null. */
  const keptInVain = (): string | null => {
    const run = props.thread?.run
    const answer = run?.state === 'running' ? keptAnswer(run.runId) : undefined
    if (answer === undefined) return null
    if (answer.outcome === 'failed') return whyNot(answer, threadWords.stopNoAnswer)
    const outcome = CommandOutcome.safeParse(answer.body)
    return outcome.success && outcome.data.outcome !== 'recorded'
      ? whyNot(outcome.data, threadWords.stopNoAnswer)
      : null
  }
  const progress = (): Progress => {
    if (waits()) return 'sending'
    if (keptInVain() !== null) return 'failed'
    const now = asked()
    if (now === null || now.runId !== props.thread?.run?.runId) return 'idle'
    if (now.failed) return 'failed'
    return props.orb.data.commands[now.commandId] === undefined ? 'sending' : 'recorded'
  }
  return {
    stop,
    progress,
    problem: () => (waits() ? threadWords.stopKept : progress() === 'failed' ? (keptInVain() ?? problem()) : null),
  }
}
