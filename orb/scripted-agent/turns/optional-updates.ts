import type { Turn } from './turn.ts'

/** Shows a notice, where the client said that it knows notices. */
export async function notice(turn: Turn, title: string): Promise<void> {
  if (turn.runtime.capabilities.session?.notices) {
    await turn.send({ sessionUpdate: 'notice', severity: 'info', title })
  }
}

/** Shows the conversation being compacted to a summary, where the client said that it knows this. */
export async function compact(turn: Turn, summary: string): Promise<void> {
  if (!turn.runtime.capabilities.session?.compaction) return
  const compactionId = turn.nextCallId().replace('call', 'compaction')
  const content = { type: 'text', text: summary } as const
  await turn.send({ sessionUpdate: 'compaction_update', compactionId, status: 'in_progress' })
  await turn.send({ sessionUpdate: 'compaction_summary_chunk', compactionId, content })
  await turn.send({ sessionUpdate: 'compaction_update', compactionId, status: 'completed', summary: [content] })
}
