import type { JSX } from 'solid-js'
import { transcriptWords } from './words.ts'
import { Markdown } from './markdown/markdown.tsx'

/** What the agent says, as it comes. `open`: more may follow. */
export function AgentMessage(props: { readonly text: string; readonly open: boolean }): JSX.Element {
  return (
    <article class="entry entry-agent" aria-label={transcriptWords.agent} aria-busy={props.open}>
      <Markdown text={props.text} open={props.open} />
    </article>
  )
}
