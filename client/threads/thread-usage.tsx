import { Show, type JSX } from 'solid-js'
import type { ThreadMetaReport } from '../../shared/link/reports.ts'
import { costWords } from './cost-words.ts'
import { threadWords } from './words.ts'

/** How full an agent's memory of a thread is, and what the thread has cost, as its agent says. Nothing where it is silent. */
export function ThreadUsage(props: { readonly usage: ThreadMetaReport['usage'] | undefined }): JSX.Element {
  const full = (used: number, size: number): number => Math.min(100, Math.round((used / size) * 100))
  return (
    <Show when={props.usage}>
      {(usage) => (
        <section class="thread-usage">
          <h2>{threadWords.usage}</h2>
          <Show when={usage().size > 0} fallback={<p class="number">{threadWords.tokens(usage().used)}</p>}>
            <meter min="0" max="100" value={full(usage().used, usage().size)} aria-label={threadWords.contextUsed} />
            <p class="number">{threadWords.tokensOf(usage().used, usage().size, full(usage().used, usage().size))}</p>
          </Show>
          <Show when={costWords(usage().cost)}>
            {(cost) => (
              <p class="number">
                {threadWords.cost} {cost()}
              </p>
            )}
          </Show>
        </section>
      )}
    </Show>
  )
}
