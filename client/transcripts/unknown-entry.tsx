import type { JSX } from 'solid-js'
import { ENTRY_KINDS } from '../../shared/transcripts/bodies.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { rawJson } from './tool-reading.ts'
import { transcriptWords } from './words.ts'

/** An entry that this app cannot draw better than as it came. */
export function UnknownEntry(props: { readonly kind: string; readonly body: unknown }): JSX.Element {
  const known = (): boolean => (ENTRY_KINDS as readonly string[]).includes(props.kind)
  return (
    <article class="entry entry-unknown">
      <p class="entry-by">
        <RevealedText
          text={known() ? transcriptWords.malformed : transcriptWords.unknownKind(props.kind.slice(0, 80))}
        />
      </p>
      <CodeBlock text={rawJson(props.body)} lines={8} />
    </article>
  )
}
