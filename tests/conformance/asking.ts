import { readFileSync } from 'node:fs'
import type { TapeLine } from '../recordings/tape.ts'
import { hasDiff, openAtOnce, task, updates } from './evidence.ts'
import type { ConformanceStage } from './stage.ts'
import type { Traits } from './traits.ts'

/** How long a second question may take to come while the first one is open, in milliseconds. */
const SECOND_MS = 5000

/** How asking should be reported of a harness, by what its manifest declares. */
export function askingWanted({ manifest }: ConformanceStage): 'never' | 'unknown' | 'confirmed' {
  const { asks } = manifest.asking
  return asks === 'never' || asks === 'unknown' ? asks : 'confirmed'
}

/** What it asks, what an answer does, and what a stop does while it asks. */
export async function askingTraits(stage: ConformanceStage, traits: Traits): Promise<void> {
  const { manifest, running, notes, tape } = stage
  const { permissions } = manifest
  const isAcp = manifest.protocol === 'acp/1'
  const note = (): string => readFileSync(notes, 'utf8')

  // Whole lines: the patches of one harness know no others.
  const allowed = await task(running, `@read ${notes}\n@edit ${notes} :: round 0 => round 1\n@say Changed.`)
  traits.same('asks before it writes', askingWanted(stage) === 'confirmed', allowed.asked.length > 0)
  traits.same('an allowed edit is made', true, note().includes('round 1'))
  traits.same('where the diff is', permissions.diff, diffSource(tape, allowed.asked[0]?.toolCall?.content, isAcp))

  const refusedAt = tape.length
  const denied = await task(running, `@read ${notes}\n@edit ${notes} :: round 1 => round 2\n@say I go on.`, 'deny')
  traits.same('a refused edit is not made', true, !note().includes('round 2'))
  const goesOn = denied.said.includes('I go on.')
  const effect = denied.stopReason === 'cancelled' ? 'cancels-turn' : goesOn ? 'continues' : 'ends-turn'
  traits.same('what a refusal does', permissions.rejectEffect, effect)
  if (isAcp) {
    const id = denied.asked[0]?.toolCall?.toolCallId
    const closing = updates(tape.slice(refusedAt)).some(
      ({ toolCallId, status }) => toolCallId === id && (status === 'failed' || status === 'completed'),
    )
    traits.same('a refused call is closed', permissions.closesCall, closing)
  }

  const stopped = await task(running, `@read ${notes}\n@edit ${notes} :: round 1 => round 3\n@say Never.`, 'stop')
  traits.same('a stop while it asks', 'cancelled', stopped.stopReason ?? 'nothing')
  traits.same('a stopped edit is not made', true, !note().includes('round 3'))

  const both = [`@write ${running.workspace}/one.txt :: 1\\n`, `@and write ${running.workspace}/two.txt :: 2\\n`]
  const open = await openAtOnce(running, `${both.join('\n')}\n@say Both are there.`, SECOND_MS)
  traits.same('several questions at once', permissions.parallel, open > 1)

  const questioned = tape.length
  const { asked } = await task(running, '@ask Which colour? | Red | Blue\n@say So be it.')
  const isQuestion = asked.some((one) => one.asked === 'question')
  const elicited = !isAcp || tape.slice(questioned).some(({ line }) => line.includes('"elicitation/create"'))
  const way = isQuestion ? (elicited ? 'elicitation' : 'permission-shaped') : 'none'
  // Whether its model has a tool for that depends on the model, and on what extends the harness.
  traits.ifShown('how it asks a question', manifest.questions, way, 'none')
}

function diffSource(tape: readonly TapeLine[], content: unknown, isAcp: boolean): string {
  if (!hasDiff(content)) return 'none'
  if (!isAcp) return 'request'
  const inCall = updates(tape).some(
    (one) =>
      (one['sessionUpdate'] === 'tool_call' || one['sessionUpdate'] === 'tool_call_update') && hasDiff(one['content']),
  )
  const inRequest = tape.some(
    ({ dir, line }) => dir === 'in' && line.includes('session/request_permission') && line.includes('"diff"'),
  )
  return inRequest ? 'request' : inCall ? 'call' : 'none'
}
