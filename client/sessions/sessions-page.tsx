import '../workspace/workspace.css'
import './sessions.css'
import { useNavigate } from '@solidjs/router'
import { createEffect, createSignal, For, on, Show, type JSX } from 'solid-js'
import { newId } from '../../shared/ids.ts'
import { SessionPage, type HarnessSession } from '../../shared/reads/reads.ts'
import { sendCommand } from '../commands/send-command.ts'
import { whyNot } from '../commands/why-not.ts'
import { useMay } from '../devices/rights.ts'
import { OrbSubpage } from '../orbs/orb-subpage.tsx'
import { Button } from '../ui/button.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { createOrbRead, OrbReadView } from '../workspace/orb-read.tsx'
import { readOrb } from '../workspace/read-orb.ts'
import { joinSessions } from './join-sessions.ts'
import { sessionWords as words } from './words.ts'

/** The sessions that an orb's agent knows of, to open or to take up. */
export default function SessionsPage(): JSX.Element {
  return <OrbSubpage title={words.title}>{({ orbId }) => <Sessions orbId={orbId} />}</OrbSubpage>
}

function Sessions(props: { readonly orbId: string }): JSX.Element {
  const first = createOrbRead(
    () => ({ orbId: props.orbId }),
    ({ orbId }) => readOrb(`/api/orbs/${orbId}/sessions`, SessionPage),
  )
  const [older, setOlder] = createSignal<readonly SessionPage[]>([])
  const [busy, setBusy] = createSignal(false)
  const [trouble, setTrouble] = createSignal<string | null>(null)
  // What was read after a list stands below that list, and below no other.
  createEffect(on(first.here, () => setOlder([]), { defer: true }))

  async function more(after: string): Promise<void> {
    if (busy()) return
    const begun = first.here()
    setBusy(true)
    setTrouble(null)
    const answer = await readOrb(`/api/orbs/${props.orbId}/sessions?cursor=${encodeURIComponent(after)}`, SessionPage)
    setBusy(false)
    if (begun !== first.here()) return
    if (answer.is === 'here') setOlder((before) => [...before, answer.value])
    else setTrouble(answer.message)
  }
  return (
    <>
      <p class="workspace-note">{words.text}</p>
      <OrbReadView read={first} lines={6}>
        {(found) => (
          <>
            <ul role="list">
              <For
                each={joinSessions([found(), ...older()])}
                fallback={<li class="workspace-note">{found().listed ? words.none : words.notListed}</li>}
              >
                {(one) => <SessionRow orbId={props.orbId} session={one} />}
              </For>
            </ul>
            <Trouble text={trouble()} />
            <Show when={(older().at(-1) ?? found()).cursor}>
              {(next) => (
                <Button kind="outlined" disabled={busy()} onPress={() => void more(next())}>
                  {busy() ? words.moreComing : words.more}
                </Button>
              )}
            </Show>
          </>
        )}
      </OrbReadView>
    </>
  )
}

function SessionRow(props: { readonly orbId: string; readonly session: HarnessSession }): JSX.Element {
  const navigate = useNavigate()
  const may = useMay()
  const [busy, setBusy] = createSignal(false)
  const [trouble, setTrouble] = createSignal<string | null>(null)
  const takeUp = async (): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    const threadId = newId()
    const { sessionId, title } = props.session
    const named = title === null || title === '' ? null : title.slice(0, 200)
    const answer = await sendCommand(props.orbId, { kind: 'thread.new', threadId, title: named, sessionId })
    setBusy(false)
    if (answer.outcome === 'recorded') navigate(`/o/${props.orbId}/t/${threadId}`)
    else setTrouble(whyNot(answer, words.noAnswer))
  }
  return (
    <li class="session">
      <div class="session-about">
        <span class="session-title" dir="auto">
          <RevealedText text={props.session.title ?? words.untitled} prose />
        </span>
        <Show when={props.session.updatedAt}>
          {(at) => (
            <span class="session-time">
              <RelativeTime at={at()} ago />
            </span>
          )}
        </Show>
      </div>
      <Show
        when={props.session.threadId}
        fallback={
          <Show when={may('operate', { kind: 'orb', orbId: props.orbId })}>
            <Button kind="outlined" disabled={busy()} onPress={() => void takeUp()}>
              {busy() ? words.takingUp : words.takeUp}
            </Button>
          </Show>
        }
      >
        {(threadId) => (
          <a class="button button-outlined" href={`/o/${props.orbId}/t/${threadId()}`}>
            {words.open}
          </a>
        )}
      </Show>
      <Trouble text={trouble()} />
    </li>
  )
}

/** Why something did not work, in a sentence; nothing where it did. */
function Trouble(props: { readonly text: string | null }): JSX.Element {
  return (
    <Show when={props.text}>
      {(text) => (
        <p class="session-trouble" role="alert">
          {text()}
        </p>
      )}
    </Show>
  )
}
