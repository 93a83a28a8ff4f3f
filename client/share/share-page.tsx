import './share.css'
import { useLocation, useNavigate } from '@solidjs/router'
import { createSignal, For, onMount, Show, type JSX } from 'solid-js'
import { newId } from '../../shared/ids.ts'
import type { FleetOrb, ThreadView } from '../../shared/rooms/content.ts'
import { roomName } from '../../shared/rooms/names.ts'
import { sendCommand } from '../commands/send-command.ts'
import { whyNot } from '../commands/why-not.ts'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { FileFacts, FilePicture } from '../files/file-parts.tsx'
import { loadSnapshot } from '../rooms/snapshots.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { threadTitle } from '../threads/thread-title.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { dropShared, readShared, SHARE_PATH, type Shared } from './shared-store.ts'
import { shareWords } from './words.ts'

/** So many of an orb's threads are offered; older ones are found on the orb's page. */
const THREADS = 3

/** Asks where a new task, or what was shared with the app, shall go. Nothing is sent: it comes into the message field. */
export default function SharePage(): JSX.Element {
  const { fleet } = useApp()
  const location = useLocation()
  const navigate = useNavigate()
  const may = useMay()
  const [shared, setShared] = createSignal<Shared | null>(null)
  const [problem, setProblem] = createSignal<string | null>(null)
  onMount(() => void readShared().then(setShared))
  const isShare = (): boolean => location.pathname === SHARE_PATH
  const connected = (): boolean => fleet.status().state === 'live'
  const orbs = (): FleetOrb[] =>
    Object.values(fleet.orbs)
      .filter(({ orbId }) => may('operate', { kind: 'orb', orbId }))
      .toSorted((a, b) => b.lastActivity - a.lastActivity)

  async function begin(orbId: string): Promise<void> {
    const threadId = newId()
    setProblem(null)
    const sent = await sendCommand(orbId, { kind: 'thread.new', threadId, title: null })
    if (sent.outcome !== 'recorded') return void setProblem(whyNot(sent, shareWords.noAnswer))
    navigate(placeIn(orbId, threadId))
  }

  return (
    <>
      <PageHeader title={isShare() ? shareWords.title : shareWords.newTask} backHref="/" />
      <div class="shell-scroll share">
        <Show when={shared()} fallback={<p class="share-note">{shareWords.newTaskText}</p>}>
          {(given) => (
            <figure class="share-text">
              <figcaption>{shareWords.shared}</figcaption>
              <Show when={given().text !== ''}>
                <blockquote dir="auto">
                  <RevealedText text={given().text} prose />
                </blockquote>
              </Show>
              <SharedFiles files={given().files} />
              <Show when={given().leftOut > 0}>
                <p class="share-note">{shareWords.leftOut(given().leftOut)}</p>
              </Show>
              <Button
                kind="quiet"
                onPress={() => {
                  void dropShared()
                  setShared(null)
                }}
              >
                {shareWords.drop}
              </Button>
            </figure>
          )}
        </Show>
        <Show when={problem()}>{(text) => <p role="alert">{text()}</p>}</Show>
        <Show when={!connected()}>
          <p class="share-note">{shareWords.offline}</p>
        </Show>
        <For
          each={orbs()}
          fallback={<EmptyState title={shareWords.nowhere} text={shared() === null ? '' : shareWords.nowhereText} />}
        >
          {(orb) => <OrbThreads orb={orb} connected={connected()} onBegin={() => void begin(orb.orbId)} />}
        </For>
      </div>
    </>
  )
}

function SharedFiles(props: { readonly files: readonly File[] }): JSX.Element {
  return (
    <Show when={props.files.length > 0}>
      <ul role="list" class="file-list">
        <For each={props.files}>
          {(file) => (
            <li class="file-row">
              <FilePicture blob={file} mediaType={file.type} />
              <FileFacts name={file.name} bytes={file.size} />
            </li>
          )}
        </For>
      </ul>
    </Show>
  )
}

function OrbThreads(props: {
  readonly orb: FleetOrb
  readonly connected: boolean
  readonly onBegin: () => void
}): JSX.Element {
  const { session } = useApp()
  const [threads, setThreads] = createSignal<readonly ThreadView[]>([])
  onMount(() => void seenThreads(session.epoch, props.orb.orbId).then(setThreads))
  return (
    <section class="share-orb" aria-label={props.orb.title}>
      <h2 dir="auto">
        <RevealedText text={props.orb.title} />
      </h2>
      <For each={threads()}>
        {(thread) => (
          <a class="share-thread" href={placeIn(props.orb.orbId, thread.threadId)}>
            <span dir="auto">
              <RevealedText text={threadTitle(thread)} prose />
            </span>
            <RelativeTime at={thread.lastActivity} />
          </a>
        )}
      </For>
      <Button disabled={!props.connected} onPress={() => props.onBegin()}>
        {shareWords.newThread}
      </Button>
    </section>
  )
}

/** The newest threads of an orb that this device has seen, without asking the relay. */
async function seenThreads(epoch: string, orbId: string): Promise<readonly ThreadView[]> {
  const seen = await loadSnapshot<{ threads: Record<string, ThreadView> }>(epoch, roomName('orb', orbId))
  return Object.values(seen?.data.threads ?? {})
    .filter((thread) => !thread.archived)
    .toSorted((a, b) => b.lastActivity - a.lastActivity)
    .slice(0, THREADS)
}

/** A thread whose composer takes what was shared. */
function placeIn(orbId: string, threadId: string): string {
  return `/o/${orbId}/t/${threadId}?shared=1`
}
