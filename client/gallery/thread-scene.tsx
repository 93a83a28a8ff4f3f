import Ellipsis from 'lucide-solid/icons/ellipsis'
import type { JSX } from 'solid-js'
import { createSignal, onCleanup, Show } from 'solid-js'
import type { QueueItem } from '../../shared/desk/desk.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { ApprovalDock } from '../approvals/approval-dock.tsx'
import { NOT_DECIDED } from '../approvals/decision-state.ts'
import { Receipt } from '../approvals/receipt.tsx'
import { Composer } from '../composer/composer.tsx'
import { QueueList } from '../composer/queue-list.tsx'
import { AppShell } from '../shell/app-shell.tsx'
import { TABLET, useMedia } from '../shell/media.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { Plan } from '../transcripts/plan.tsx'
import { RunEndLine } from '../transcripts/run-separator.tsx'
import { TranscriptList } from '../transcripts/transcript-list.tsx'
import { UserMessage } from '../transcripts/user-message.tsx'
import { Button } from '../ui/button.tsx'
import { FleetColumn } from './fleet-scene.tsx'
import { ENTRIES, moreEntries } from './sample-entries.ts'
import { APPROVALS, RECEIPTS } from './samples.ts'

const item = (itemId: string, text: string, ready = true): QueueItem => ({
  itemId,
  threadId: 't',
  text,
  order: itemId,
  ready,
  at: 0,
})

/** A thread: `#thread`, `#thread/dock` with what waits, `#thread/stream` with text that grows. */
export function ThreadScene(): JSX.Element {
  const mode = location.hash.split('/')[1] ?? ''
  const wide = useMedia(TABLET)
  const [entries, setEntries] = createSignal<readonly Entry[]>(mode === 'stream' ? moreEntries(40) : ENTRIES)
  const [text, setText] = createSignal('')
  const [queue, setQueue] = createSignal<readonly QueueItem[]>([
    item('a', 'Then update the changelog'),
    item('b', 'And tidy up', false),
  ])
  if (mode === 'stream') {
    const timer = setInterval(() => setEntries((before) => [...before, ...moreEntries(1)]), 1000)
    onCleanup(() => clearInterval(timer))
  }
  return (
    <AppShell
      pane="main"
      list={<FleetColumn currentOrbId="api-refactor" />}
      side={
        <div class="gallery-parts">
          <Plan steps={[{ content: 'Fix the parser', status: 'in_progress' }]} />
        </div>
      }
    >
      <PageHeader
        title="api-refactor: make the tests pass again after the rewrite"
        backHref="#fleet"
        face="waits"
        lastActivity={Date.now() - 120_000}
        actions={
          <Button kind="icon" label="More" onPress={() => undefined}>
            <Ellipsis class="icon" />
          </Button>
        }
      >
        <span>waits for you · 12 min · $0.41</span>
      </PageHeader>
      <TranscriptList
        entries={entries()}
        older={mode === 'stream' ? 'more' : 'failed'}
        onReachTop={() => mode === 'stream' && setEntries((before) => [...older(before), ...before])}
        after={(entry) => (
          <Show when={entry.entryId === 'entry-7' && RECEIPTS[0]}>{(receipt) => <Receipt approval={receipt()} />}</Show>
        )}
        foot={
          <>
            <RunEndLine end={{ stopReason: 'failed', message: 'The agent exited' }} />
            <UserMessage text="Try that again" note="recorded by the relay" />
          </>
        }
      />
      <Show when={mode === 'dock'}>
        <ApprovalDock
          approvals={[APPROVALS['destructive command'], APPROVALS['a short command']].filter(
            (one) => one !== undefined,
          )}
          orb={{ isolation: 'none', awaySince: null, branch: 'main' }}
          connected
          whole={wide()}
          decisionOf={() => NOT_DECIDED}
          onDecide={() => undefined}
          onReview={() => (location.hash = '#approvals')}
        />
      </Show>
      <Composer
        text={text()}
        onText={setText}
        onSubmit={() => setText('')}
        mode="queue"
        running
        onStop={() => undefined}
        stopping="idle"
        note="The agent is working. Your message waits its turn."
      >
        <QueueList
          waitsFor={() => null}
          items={queue()}
          kept
          held={false}
          tooLate={mode === 'dock' ? [] : [{ itemId: 'z', text: 'Make the tests pass, but leave the parser alone' }]}
          onEdit={(itemId, next) =>
            setQueue((before) => before.map((one) => (one.itemId === itemId ? { ...one, text: next } : one)))
          }
          onRemove={(itemId) => setQueue((before) => before.filter((one) => one.itemId !== itemId))}
          onMove={() => setQueue((before) => before.toReversed())}
          onReady={(itemId, ready) =>
            setQueue((before) => before.map((one) => (one.itemId === itemId ? { ...one, ready } : one)))
          }
          onFollowUp={() => undefined}
          onDismiss={() => undefined}
        />
      </Composer>
    </AppShell>
  )
}

/** Some entries before the first. Their positions fall; the list asks for them as one scrolls up. */
function older(before: readonly Entry[]): Entry[] {
  const first = before[0]?.position ?? 0
  return moreEntries(30).map((entry, at) => ({ ...entry, entryId: `older-${first}-${at}`, position: first - 30 + at }))
}
