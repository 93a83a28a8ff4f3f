import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js'
import { createStore, reconcile, unwrap } from 'solid-js/store'
import { Inbox } from '../../shared/http/api.ts'
import { useApp } from '../devices/app-context.ts'
import { relayNow } from '../devices/relay-clock.ts'
import { api } from '../platform/api.ts'
import { onLifecycle } from '../platform/lifecycle.ts'
import { saveSnapshot } from '../rooms/snapshots.ts'
import { effectMark, waitingMark } from './inbox-marks.ts'
import { seenInbox } from './seen-inbox.ts'

/** What waits for this person over all orbs, as far as this device knows. */
export interface InboxStore {
  readonly data: Inbox
  /** Where what is shown comes from: nothing yet, the relay's newest answer, from before, or the first try failed. */
  readonly state: Accessor<'loading' | 'fresh' | 'stale' | 'failed'>
  reload(): Promise<void>
}

/** Changes come in bursts, and one question of the relay serves them all. */
const GATHER_MS = 250
/** What becomes of an answer is less urgent than what waits, and its orb may be streaming. */
const EFFECT_MS = 2_000

const EMPTY: Inbox = { approvals: [], receipts: [], titles: {} }

/** Follows the inbox: asks the relay whenever the fleet tells that something waits or waits no more. */
export function createInboxStore(): InboxStore {
  const { session, fleet } = useApp()
  const room = 'inbox:' + session.personId
  const [data, setData] = createStore<Inbox>(structuredClone(EMPTY))
  const [state, setState] = createSignal<'loading' | 'fresh' | 'stale' | 'failed'>('loading')
  let asking = 0
  let gathering: ReturnType<typeof setTimeout> | undefined

  function show(inbox: Inbox): void {
    // What has not changed keeps its identity: an answer that was begun in a row survives what arrives beside it.
    setData('approvals', reconcile(inbox.approvals.map(withKey), { key: 'key' }))
    setData('receipts', reconcile(inbox.receipts.map(withKey), { key: 'key' }))
    setData('titles', reconcile(inbox.titles))
  }

  async function reload(): Promise<void> {
    const mine = ++asking
    try {
      const inbox = Inbox.parse((await api('GET', '/api/approvals')).body)
      if (mine !== asking) return
      show(inbox)
      setState('fresh')
      void saveSnapshot(session.epoch, room, { asOf: relayNow(), data: structuredClone(unwrap(data)) })
    } catch {
      // Whatever was in the way, the line above says which hop; what is shown stays.
      if (mine === asking) setState((before) => (before === 'fresh' || before === 'stale' ? 'stale' : 'failed'))
    }
  }

  void seenInbox(session.epoch, room).then((seen) => {
    if (seen === null || (state() !== 'loading' && state() !== 'failed')) return
    show({ ...EMPTY, ...seen })
    setState('stale')
  })
  function gather(delay: number): void {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void reload()
    }, delay)
  }

  const waiting = createMemo(() => [fleet.status().state === 'live', waitingMark(fleet.orbs)].join())
  const effects = createMemo(() => effectMark(fleet.orbs, data.receipts, relayNow()))
  createEffect(on(waiting, () => gather(GATHER_MS), { defer: true }))
  createEffect(on(effects, (mark) => mark !== '' && gather(EFFECT_MS), { defer: true }))
  onCleanup(() => clearTimeout(gathering))
  onCleanup(
    onLifecycle((event) => {
      if (event === 'resume') void reload()
    }),
  )
  void reload()
  return { data, state, reload }
}

function withKey<T extends { readonly request: { readonly approvalId: string; readonly nonce: string } }>(
  approval: T,
): T {
  return { ...approval, key: approval.request.approvalId + approval.request.nonce }
}
