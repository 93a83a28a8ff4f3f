import { createSignal, For, onMount, Show, type JSX } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Block, Facts, Problem } from '../parts.tsx'
import { askToPersist, forgetSeen, measureKept, measureRoom, type Kept, type Room } from './kept.ts'
import { storageWords as words } from './words.ts'

/** What this browser keeps of the relay, how much that is, and the way to clear what can be fetched again. */
export function Storage(): JSX.Element {
  const [kept, setKept] = createSignal<readonly Kept[] | null>(null)
  const [room, setRoom] = createSignal<Room | null>(null)
  const [problem, setProblem] = createSignal<string | null>(null)
  const [said, setSaid] = createSignal('')

  async function look(): Promise<void> {
    try {
      setRoom(await measureRoom())
      setKept(await measureKept())
    } catch {
      setKept([])
      setProblem(words.refused)
    }
  }

  async function clear(): Promise<void> {
    try {
      await forgetSeen()
      setSaid(words.cleared)
    } catch {
      setProblem(words.notCleared)
    }
    await look()
  }

  async function persist(): Promise<void> {
    setSaid((await askToPersist()) ? words.persisted : words.notPersisted)
    await look()
  }

  onMount(() => void look())
  return (
    <>
      <Block title={words.kept} text={words.keptText}>
        <Problem text={problem()} />
        <Show when={kept()} fallback={<Skeleton lines={3} />}>
          {(list) => (
            <Show when={list().length > 0} fallback={<p class="settings-text">{words.nothing}</p>}>
              <ul class="settings-list" role="list">
                <For each={list()}>
                  {({ kind, items, bytes }) => (
                    <li class="settings-line">
                      <p>{words.kinds[kind]}</p>
                      <p class="settings-text number">{words.amount(items, sizeWords(bytes))}</p>
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          )}
        </Show>
        <Button onPress={() => void clear()}>{words.clear}</Button>
        <p class="settings-text">{words.clearText}</p>
        <p class="settings-text" role="status">
          {said()}
        </p>
      </Block>
      <Show when={room()}>
        {(known) => (
          <Block title={words.room}>
            <Facts
              facts={[
                [words.used, known().used === null ? words.unknown : sizeWords(known().used ?? 0)],
                [words.quota, known().quota === null ? words.unknown : sizeWords(known().quota ?? 0)],
                [words.lasting, words.lasts[known().persisted === true ? 'yes' : 'no']],
              ]}
            />
            <Show when={known().persisted !== true}>
              <Button onPress={() => void persist()}>{words.persist}</Button>
            </Show>
          </Block>
        )}
      </Show>
    </>
  )
}
