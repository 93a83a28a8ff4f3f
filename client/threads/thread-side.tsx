import { For, Show, type JSX } from 'solid-js'
import { orbWords } from '../orbs/words.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { ThreadList, type ThreadListProps } from './thread-list.tsx'
import { ThreadUsage } from './thread-usage.tsx'
import { threadWords } from './words.ts'

/** The side panel of a thread: its siblings, what changed in the workspace, and what runs there. */
export function ThreadSide(props: ThreadListProps): JSX.Element {
  return (
    <div class="thread-side">
      <section>
        <h2>{threadWords.threads}</h2>
        <ThreadList orbId={props.orbId} threadId={props.threadId} orb={props.orb} />
      </section>
      <ThreadUsage usage={props.orb.data.threads[props.threadId]?.meta?.usage} />
      <Show when={props.orb.data.workspace}>
        {(workspace) => (
          <section>
            <h2>
              <a href={`/o/${props.orbId}/files?thread=${props.threadId}`}>{orbWords.files}</a>
            </h2>
            <Show when={workspace().changed.length > 0} fallback={<p class="thread-facts">{orbWords.noFiles}</p>}>
              <ul role="list">
                <For each={workspace().changed}>
                  {(file) => (
                    <li class="thread-file">
                      <code>
                        <RevealedText text={file.path} />
                      </code>
                      <Show when={file.added + file.removed > 0} fallback={<span>{orbWords.newFile}</span>}>
                        <span class="thread-added number">+{file.added}</span>
                        <span class="thread-removed number">−{file.removed}</span>
                      </Show>
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          </section>
        )}
      </Show>
      <Show when={props.orb.data.orb}>
        {(orb) => (
          <dl class="thread-facts">
            <dt>{orbWords.harness}</dt>
            <dd>
              <RevealedText text={`${orb().harness.name} ${orb().harness.version}`} />
            </dd>
            <dt>{orbWords.workspace}</dt>
            <dd>
              <code>
                <RevealedText text={orb().workspace} />
              </code>
            </dd>
            <Show when={props.orb.data.workspace?.branch}>
              {(branch) => (
                <>
                  <dt>{orbWords.branch}</dt>
                  <dd>
                    <code>
                      <RevealedText text={branch()} />
                    </code>
                  </dd>
                </>
              )}
            </Show>
          </dl>
        )}
      </Show>
    </div>
  )
}
