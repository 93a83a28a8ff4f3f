import './thread-pane.css'
import { useLocation, useNavigate } from '@solidjs/router'
import { createMemo, createSignal, For, Show, untrack, type JSX } from 'solid-js'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { Target } from '../../shared/people/grants.ts'
import type { ApprovalView, ThreadView } from '../../shared/rooms/content.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { ApprovalDock } from '../approvals/approval-dock.tsx'
import type { OrbFacts } from '../approvals/approval-card.tsx'
import { createDecisions } from '../approvals/decisions.ts'
import { Receipt } from '../approvals/receipt.tsx'
import { LargeTexts } from '../blobs/large-texts.ts'
import { loadBlobText } from '../blobs/load-blob.ts'
import { connectionLine, type ConnectionLine } from '../connection/connection-line.ts'
import { isOnline } from '../connection/online.ts'
import { connectionWords } from '../connection/words.ts'
import type { DeskStore } from '../desk/desk-store.ts'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { FileLoader, loadFile, type LoadFile } from '../files/load-file.ts'
import { faceOf } from '../fleet/group-fleet.ts'
import { faceWord, type OrbFace } from '../look/states.ts'
import { OrbAlertRow } from '../orbs/orb-alert.tsx'
import { OrbTrust } from '../orbs/orb-trust.tsx'
import type { OrbStore } from '../orbs/orb-store.ts'
import { useReloadHold } from '../platform/reload-holds.ts'
import { ReviewBar } from '../review/review-bar.tsx'
import { reviewOf, ReviewContext, type Review } from '../review/review.ts'
import { TABLET, useMedia } from '../shell/media.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ToFleet } from '../shell/ways-on.tsx'
import { useSide } from '../shell/side.ts'
import { createReadingPlace } from '../transcripts/reading-place.ts'
import { createGoal, entryLink } from '../transcripts/goal.ts'
import { createThreadStore } from '../transcripts/thread-store.ts'
import { TranscriptList } from '../transcripts/transcript-list.tsx'
import { transcriptWords } from '../transcripts/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LookOnly } from '../ui/look-only.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { createAddToDraft } from './add-to-draft.ts'
import { receiptPlaces } from './receipt-places.ts'
import { OwnComposer } from './own-composer.tsx'
import { ThreadComposer } from './thread-composer.tsx'
import { ThreadFacts } from './thread-facts.tsx'
import { ThreadFoot } from './thread-foot.tsx'
import { ThreadMenu } from './thread-menu.tsx'
import { ThreadSide } from './thread-side.tsx'
import { promptsIn } from './prompts-in.ts'
import { threadWords } from './words.ts'

/** Props of {@link ThreadPane}. */
export interface ThreadPaneProps {
  readonly orbId: string
  readonly threadId: string
  readonly orb: OrbStore
  readonly desk: DeskStore
}

/** One thread of an orb: its transcript, what waits for an answer, and where one writes. */
export function ThreadPane(props: ThreadPaneProps): JSX.Element {
  const { session } = useApp()
  const navigate = useNavigate()
  const location = useLocation()
  const wide = useMedia(TABLET)
  const decisions = createDecisions()
  const transcript = createThreadStore(
    session.epoch,
    untrack(() => props.threadId),
  )
  const goal = createGoal(transcript, () => location.hash)
  const readUpTo = createReadingPlace(
    transcript,
    untrack(() => props.threadId),
  )
  const may = useMay()
  const [sent, setSent] = createSignal(0)
  const target = (): Target => ({ kind: 'thread', orbId: props.orbId, threadId: props.threadId })
  const mayOperate = (): boolean => may('operate', target())
  const manageHref = (): string | undefined =>
    may('manage', { kind: 'orb', orbId: props.orbId }) ? '/settings/orbs/' + props.orbId : undefined

  const data = (): OrbStore['data'] => props.orb.data
  const thread = (): ThreadView | undefined => data().threads[props.threadId]
  const approvals = createMemo(() =>
    Object.values(data().approvals).filter((approval) => approval.request.threadId === props.threadId),
  )
  const seen = createMemo(() => promptsIn(transcript.entries))
  const foot = (): JSX.Element => (
    <ThreadFoot
      orbId={props.orbId}
      thread={thread()}
      commands={Object.values(data().commands).filter((command) => !seen().has(command.commandId))}
      threadId={props.threadId}
    />
  )
  const places = createMemo(() => receiptPlaces(transcript.entries, approvals()))
  const connected = (): boolean => props.orb.status().state === 'live'
  const orbFacts = (): OrbFacts => ({
    isolation: data().orb?.isolation ?? 'none',
    awaySince: data().orb?.awaySince ?? null,
    branch: data().workspace?.branch,
  })
  const line = createMemo(() =>
    connectionLine({
      online: isOnline(),
      room: props.orb.status().state === 'live' ? transcript.status() : props.orb.status(),
      meta: transcript.meta() ?? props.orb.meta(),
      orbAwaySince: orbFacts().awaySince,
    }),
  )
  /** A connection line that says what the orb does, or why that is not known. */
  const instead = (): ConnectionLine | undefined =>
    line().text === connectionWords.catchingUp || line().text === connectionWords.orbAway ? line() : undefined
  const waits = (): number => Object.values(data().approvals).filter(({ outcome }) => outcome === 'pending').length
  const face = (): ReturnType<typeof faceOf> | undefined => {
    const orb = data().orb
    return orb === null ? undefined : faceOf({ waits: waits(), awaySince: orb.awaySince, state: orb.state })
  }
  const stateWord = (known: OrbFace): string =>
    known === 'waits' && !may('decide', target()) ? threadWords.waitsForOthers : faceWord(known)
  const stateOf = (): string | undefined => {
    const known = face()
    return known === undefined ? undefined : stateWord(known)
  }
  const gone = (): boolean => {
    const status = transcript.status()
    return status.state === 'refused' && (status.code === CLOSE.notFound.code || status.code === CLOSE.forbidden.code)
  }

  /** Only the newest run says how it stands; of older ones the transcript tells. */
  const resultOf = (runId: string): string | undefined => {
    const run = thread()?.run
    if (run?.runId !== runId) return undefined
    return transcriptWords.runResult[run.state === 'running' ? 'running' : (run.stopReason ?? 'end_turn')]
  }

  const review = reviewOf(untrack(() => props.orbId))
  const reviewHere = (): Review | undefined => (mayOperate() ? review : undefined)
  const addToDraft = createAddToDraft(props)

  const loadFileHere: LoadFile = (file) => loadFile(props.orbId, file)
  const loadLarge = (sha256: string): Promise<string> => loadBlobText(props.orbId, sha256)

  useReloadHold(() => may('decide', target()) && approvals().some(({ outcome }) => outcome === 'pending'))
  useSide(() => <ThreadSide {...props} />)

  return (
    <LargeTexts.Provider value={loadLarge}>
      <FileLoader.Provider value={loadFileHere}>
        <ReviewContext.Provider value={reviewHere}>
          <PageHeader
            title={data().orb?.title ?? ''}
            backHref="/"
            face={face()}
            lastActivity={data().orb?.lastActivity}
            actions={<ThreadMenu orbId={props.orbId} threadId={props.threadId} orb={props.orb} />}
            below={<Show when={data().orb}>{(orb) => <OrbTrust orb={orb()} manageHref={manageHref()} />}</Show>}
          >
            <ThreadFacts state={stateOf()} thread={thread()} instead={instead()} />
            {/* That all is well is said beside the fleet; here the line is for what is not. */}
            <Show when={!gone() && instead() === undefined && line().text !== connectionWords.connected}>
              <StatusLine {...line()} />
            </Show>
          </PageHeader>
          <OrbAlertRow orb={data().orb} asking={thread()?.meta?.asking} />
          <Show when={!gone()} fallback={<Gone />}>
            <Show when={transcript.known()} fallback={<Skeleton lines={8} />}>
              <Show
                when={transcript.entries.length > 0}
                fallback={
                  <div class="thread-empty">
                    <EmptyState
                      title={threadWords.empty}
                      text={mayOperate() ? threadWords.emptyText : threadWords.emptyLook}
                    />
                    {foot()}
                  </div>
                }
              >
                <TranscriptList
                  entries={transcript.entries}
                  older={transcript.older()}
                  onReachTop={() => void transcript.loadOlder()}
                  onLoadLarge={loadLarge}
                  after={(entry) => <Receipts places={places()} entry={entry} deviceId={session.deviceId} />}
                  onAtEnd={(atEnd) => {
                    transcript.readingEnd(atEnd)
                    readUpTo.atEnd(atEnd)
                  }}
                  newer={transcript.newer()}
                  onReachBottom={() => void transcript.loadNewer()}
                  onToEnd={transcript.returnToEnd}
                  goal={goal.entry()}
                  linkOf={(entry) => entryLink(props.orbId, props.threadId, entry.position)}
                  resultOf={resultOf}
                  readUpTo={readUpTo.at}
                  foot={foot()}
                  jump={sent()}
                />
              </Show>
            </Show>
            <p class="thread-said" role="status">
              {goal.said()}
            </p>
            <ApprovalDock
              approvals={approvals()}
              orb={orbFacts()}
              connected={connected()}
              deviceId={session.deviceId}
              decisionOf={(approvalId) => decisions.of(approvalId)}
              onDecide={(approvalId, choice) => {
                const shown = data().approvals[approvalId]
                if (shown !== undefined) void decisions.choose(shown, choice)
              }}
              onReview={(approvalId) => navigate('/a/' + approvalId)}
              whole={wide()}
              lookOnly={!may('decide', target())}
            />
            <Show when={mayOperate()} fallback={<NoComposer />}>
              <ReviewBar review={review} onPrompt={addToDraft} />
              <Show
                when={may('operate', { kind: 'orb', orbId: props.orbId })}
                fallback={<OwnComposer {...props} thread={thread()} onSent={() => setSent((count) => count + 1)} />}
              >
                <ThreadComposer
                  {...props}
                  thread={thread()}
                  begun={seen()}
                  onSent={() => setSent((count) => count + 1)}
                />
              </Show>
            </Show>
          </Show>
        </ReviewContext.Provider>
      </FileLoader.Provider>
    </LargeTexts.Provider>
  )
}

function Gone(): JSX.Element {
  return (
    <EmptyState title={threadWords.gone} text={threadWords.goneText}>
      <ToFleet />
    </EmptyState>
  )
}

/** Where one would write, for who may only look. */
function NoComposer(): JSX.Element {
  return (
    <div class="composer">
      <LookOnly />
    </div>
  )
}

function Receipts(props: {
  readonly places: ReadonlyMap<string, readonly ApprovalView[]>
  readonly entry: Entry
  readonly deviceId: string
}): JSX.Element {
  return (
    <For each={props.places.get(props.entry.entryId)}>
      {(approval) => (
        <Receipt approval={approval} deviceId={props.deviceId} titled={approval.request.toolCall === null} />
      )}
    </For>
  )
}
