import { askingWanted } from './asking.ts'
import { exchange, task, updates } from './evidence.ts'
import type { ConformanceStage } from './stage.ts'
import type { Traits } from './traits.ts'

/** What of a session is there when its harness was started anew. */
export async function restartTraits(stage: ConformanceStage, traits: Traits): Promise<void> {
  const { manifest, running, tape } = stage
  // One that damages what it takes up too soon would keep the test waiting.
  if (manifest.resume.minGapMs > 0) return
  const before = tape.length
  running.command({ kind: 'harness.restart' })
  const again = await task(running, '@say Still here.')
  traits.same('answers after a restart', 'end_turn', again.stopReason ?? 'nothing')
  const entries = running.events().flatMap((event) => (event.type === 'entry' ? [event] : []))
  const forgot = entries.some(
    ({ kind, body }) => kind === 'notice' && JSON.stringify(body).includes('knows nothing of the above'),
  )
  traits.same('takes its session up', manifest.resume.method !== 'none', !forgot)
  if (manifest.protocol === 'acp/1') {
    const later = tape.slice(before)
    const ways = (['resume', 'load'] as const).filter((way) => exchange(later, `session/${way}`) !== null)
    traits.same('how it is taken up', manifest.resume.method, ways[0] ?? 'none')
    const chunks = updates(later).filter((one) => one['sessionUpdate'] === 'agent_message_chunk')
    const withIds = chunks.some((one) => typeof one['messageId'] === 'string')
    traits.same('messages have ids', manifest.resume.messageIds, withIds)
  }
  const metas = running
    .events()
    .flatMap((event) => (event.type === 'report' && event.report.name === 'thread.meta' ? [event.report] : []))
  const { asking } = (metas.at(-1) ?? {}) as { asking?: { state?: string } | null }
  traits.same('asking, after a restart', askingWanted(stage), asking?.state ?? 'nothing')
}
