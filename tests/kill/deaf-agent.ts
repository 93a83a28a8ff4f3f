import { eventually } from './moments.ts'
import { plainScript } from './scripts.ts'
import type { Stage } from './stage.ts'

/** An agent that can be made to read nothing, so that what is written to it stays on its way. */
export interface DeafAgent {
  /** Stops the process and fills its input. What the runner writes from then on stays with the runner. */
  stopReading(): Promise<void>
  /** Lets the process go on. */
  readOn(): void
}

/** More than the kernel holds between two processes once it is JSON, where each of these takes two bytes. */
const FILLER = '"'.repeat(120_000)

/** Makes ready, while the agent is idle: the filler goes to a thread of its own, whose session has to be open. */
export async function deafAgent(stage: Stage): Promise<DeafAgent> {
  const threadId = await stage.newThread()
  await stage.prompt(plainScript(threadId), threadId).end
  const pid = stage.agent.pid()
  if (pid === null) throw new Error('The agent got no prompt')
  return {
    async stopReading() {
      process.kill(pid, 'SIGSTOP')
      const { id } = stage.prompt(FILLER, threadId)
      await eventually(
        () => (stage.spool((spool) => spool.commandState(id)) === 'intent' ? true : null),
        'the filler on its way to the agent',
      )
    },
    readOn: () => void process.kill(pid, 'SIGCONT'),
  }
}
