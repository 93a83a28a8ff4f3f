import { useNavigate } from '@solidjs/router'
import Ellipsis from 'lucide-solid/icons/ellipsis'
import MessageSquarePlus from 'lucide-solid/icons/message-square-plus'
import SlidersHorizontal from 'lucide-solid/icons/sliders-horizontal'
import { createEffect, createSignal, lazy, Show, Suspense, type JSX } from 'solid-js'
import type { RequestedCommand } from '../../shared/commands/commands.ts'
import { newId } from '../../shared/ids.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { ThreadView } from '../../shared/rooms/content.ts'
import { useMay } from '../devices/rights.ts'
import { sendCommand } from '../commands/send-command.ts'
import { whyNot } from '../commands/why-not.ts'
import type { OrbStore } from '../orbs/orb-store.ts'
import { orbWords } from '../orbs/words.ts'
import { createSettingChange } from '../session-settings/change-setting.ts'
import { chosenName, readSettings } from '../session-settings/read-settings.ts'
import { settingWords } from '../session-settings/words.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { LookOnly } from '../ui/look-only.tsx'
import { FourStateButton } from '../ui/four-state-button.tsx'
import type { Progress } from '../ui/progress.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ThreadList } from './thread-list.tsx'
import { threadTitle } from './thread-title.ts'
import { ThreadUsage } from './thread-usage.tsx'
import { threadWords } from './words.ts'

const SessionSettings = lazy(() => import('../session-settings/session-settings.tsx'))

/** Props of {@link ThreadMenu}. */
export interface ThreadMenuProps {
  readonly orbId: string
  readonly threadId: string
  readonly orb: OrbStore
}

/** A new thread at once; the other threads, and what can be done with this one and its harness, in a sheet. */
export function ThreadMenu(props: ThreadMenuProps): JSX.Element {
  const navigate = useNavigate()
  const may = useMay()
  const mayOrb = (): boolean => may('operate', { kind: 'orb', orbId: props.orbId })
  const mayThread = (): boolean => may('operate', { kind: 'thread', orbId: props.orbId, threadId: props.threadId })
  const [open, setOpen] = createSignal(false)
  const [settingsOpen, setSettingsOpen] = createSignal(false)
  const change = createSettingChange(props)
  // The question stands in the thread, which the sheet would hide.
  createEffect(() => {
    if (change.waits()) setSettingsOpen(false)
  })
  const [problem, setProblem] = createSignal<string | null>(null)
  const [restart, setRestart] = createSignal<Progress>('idle')
  const thread = (): ThreadView | undefined => props.orb.data.threads[props.threadId]

  /** The mode and the model, or whatever else comes first. */
  const chosen = (): string =>
    readSettings(thread()?.meta ?? null)
      .slice(0, 2)
      .map(chosenName)
      .join(' · ')

  async function send(command: RequestedCommand): Promise<boolean> {
    setProblem(null)
    const sent = await sendCommand(props.orbId, command)
    if (sent.outcome === 'recorded') return true
    setProblem(whyNot(sent, threadWords.noAnswer))
    setOpen(true)
    return false
  }

  async function begin(): Promise<void> {
    const threadId = newId()
    if (await send({ kind: 'thread.new', threadId, title: null })) {
      setOpen(false)
      navigate(`/o/${props.orbId}/t/${threadId}`)
    }
  }

  async function restartHarness(): Promise<void> {
    setRestart('sending')
    setRestart((await send({ kind: 'harness.restart' })) ? 'recorded' : 'failed')
  }

  return (
    <>
      <Show when={mayOrb()}>
        <Button kind="icon" label={threadWords.newThread} onPress={() => void begin()}>
          <MessageSquarePlus class="icon" />
        </Button>
      </Show>
      <Show when={mayThread()}>
        <Button
          kind="icon"
          class="thread-wide"
          label={settingWords.title}
          expanded={settingsOpen()}
          onPress={() => setSettingsOpen(true)}
        >
          <SlidersHorizontal class="icon" />
        </Button>
        <Sheet open={settingsOpen()} title={settingWords.title} onClose={() => setSettingsOpen(false)}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <SessionSettings thread={thread()} orb={props.orb} change={change} />
          </Suspense>
        </Sheet>
      </Show>
      <Button
        kind="icon"
        label={threadWords.threads}
        expanded={open()}
        onPress={() => {
          setRestart('idle')
          setOpen(true)
        }}
      >
        <Ellipsis class="icon" />
      </Button>
      <Sheet open={open()} title={threadWords.threads} onClose={() => setOpen(false)}>
        <Show when={problem()}>{(text) => <p role="alert">{text()}</p>}</Show>
        <Show when={mayThread()}>
          <Button
            class="thread-narrow"
            icon={<SlidersHorizontal class="icon" />}
            onPress={() => {
              setOpen(false)
              setSettingsOpen(true)
            }}
          >
            {settingWords.title}
            <span class="thread-chosen">
              <RevealedText text={chosen()} prose />
            </span>
          </Button>
        </Show>
        <ThreadList {...props} onOpen={() => setOpen(false)} />
        <ThreadUsage usage={thread()?.meta?.usage} />
        <nav class="thread-places" aria-label={orbWords.places}>
          <a class="button button-outlined" href={`/search?orb=${props.orbId}&thread=${props.threadId}`}>
            {threadWords.search}
          </a>
          <Show when={may('see', { kind: 'orb', orbId: props.orbId })}>
            <a class="button button-outlined" href={`/o/${props.orbId}/files?thread=${props.threadId}`}>
              {orbWords.workspace}
            </a>
            <a class="button button-outlined" href={`/o/${props.orbId}/sessions?thread=${props.threadId}`}>
              {orbWords.sessions}
            </a>
          </Show>
        </nav>
        <Show when={mayThread()} fallback={<LookOnly />}>
          <Show when={thread()}>
            {(known) => (
              <>
                <Rename
                  thread={known()}
                  onRename={(title) => void send({ kind: 'thread.rename', threadId: props.threadId, title })}
                />
                <div class="thread-actions">
                  <Button
                    onPress={() =>
                      void send({ kind: 'thread.archive', threadId: props.threadId, archived: !known().archived })
                    }
                  >
                    {known().archived ? threadWords.unarchive : threadWords.archive}
                  </Button>
                  <Show when={mayOrb()}>
                    <FourStateButton
                      progress={restart()}
                      words={orbWords.restart}
                      onPress={() => void restartHarness()}
                    />
                  </Show>
                </div>
              </>
            )}
          </Show>
        </Show>
      </Sheet>
    </>
  )
}

function Rename(props: { readonly thread: ThreadView; readonly onRename: (title: string) => void }): JSX.Element {
  let field: HTMLInputElement | undefined
  return (
    <form
      class="thread-rename"
      onSubmit={(event) => {
        event.preventDefault()
        const title = field?.value.trim() ?? ''
        if (title !== '') props.onRename(title)
      }}
    >
      <input
        ref={(node) => (field = node)}
        aria-label={threadWords.renameLabel}
        maxLength={LIMITS.nameChars}
        value={threadTitle(props.thread)}
        dir="auto"
      />
      <button type="submit" class="button button-outlined">
        {threadWords.rename}
      </button>
    </form>
  )
}
