import { createSignal, type Accessor } from 'solid-js'
import { newId } from '../../shared/ids.ts'
import type { ThreadView } from '../../shared/rooms/content.ts'
import { isKept } from '../commands/kept-sends.ts'
import { failedStop, sendStop, type FailedStop } from '../commands/send-stop.ts'
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
  const [asked, setAsked] = createSignal<{ runId: string; commandId: string } | null>(null)

  async function stop(): Promise<void> {
    const runId = props.thread?.run?.runId
    if (runId === undefined) return
    const before = asked()
    const commandId = before?.runId === runId ? before.commandId : newId()
    setAsked({ runId, commandId })
    await sendStop({ orbId: props.orbId, threadId: props.threadId, runId }, commandId)
  }

  const running = (): string | null => (props.thread?.run?.state === 'running' ? props.thread.run.runId : null)
  const waits = (): boolean => isKept(running() ?? '')
  const inVain = (): FailedStop | null => failedStop(running() ?? '')
  const progress = (): Progress => {
    if (waits()) return 'sending'
    if (inVain() !== null) return 'failed'
    const now = asked()
    if (now === null || now.runId !== props.thread?.run?.runId) return 'idle'
    return props.orb.data.commands[now.commandId] === undefined ? 'sending' : 'recorded'
  }
  return { stop, progress, problem: () => (waits() ? threadWords.stopKept : (inVain()?.why ?? null)) }
}
