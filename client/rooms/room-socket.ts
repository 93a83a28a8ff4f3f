import { CLOSE, closeName } from '../../shared/codes/close-codes.ts'
import { isHidden, onLifecycle } from '../platform/lifecycle.ts'
import { renewSession } from '../platform/renewal.ts'

/** A socket that has not opened by then is given up: a phone's network often swallows the first packets. */
const CONNECT_MS = 8_000
/** The relay is never silent for longer than its heartbeat of 15 s; past this the socket is dead, whatever it says. */
const SILENCE_MS = 40_000
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 10_000

/** Why a room has no connection right now, or never will in this form. */
export type Closed =
  /** Tried again by itself. */
  | { readonly kind: 'lost'; readonly retryInMs: number }
  /** The relay closed with a final code of ours: the owner decides. */
  | { readonly kind: 'final'; readonly code: number }

/** What the owner of a socket hears. */
export interface RoomSocketEvents {
  /** `unbroken`: a session lapsed and was renewed at once; nothing has to be said of it. */
  opened(send: (frame: Uint8Array) => void, unbroken: boolean): void
  frame(data: Uint8Array): void
  closed(closed: Closed): void
  /** Somebody came back to the page, and the connection is made anew: what it brought may be old. */
  resumed?(): void
}

/** A connection to one room that comes back by itself. */
export interface RoomSocket {
  /** Closes what is there and connects anew at once. */
  replace(): void
  /** After a final close: connects anew, at once the first time and later each time it was in vain. */
  again(): void
  /** Ends it for good. */
  close(): void
}

/**
 * Keeps a WebSocket to /rooms/<name>: reconnects with back-off, never while hidden, and always replaces the socket on
 * return to the foreground. A lapsed session (4401) is renewed and the socket opened again before anybody hears of it.
 * Other final close codes are reported and not retried; `replace` begins again.
 */
export function openRoomSocket(name: string, events: RoomSocketEvents): RoomSocket {
  let socket: WebSocket | null = null
  let failures = 0
  /** Final closes since the relay last said anything. */
  let refusals = 0
  let ended = false
  let retry: ReturnType<typeof setTimeout> | undefined
  /** A try fell due while nobody looked. */
  let isOverdue = false
  let watch: ReturnType<typeof setTimeout> | undefined
  let connectedAt = 0
  /** A renewal is under way, or was and its socket has not spoken yet. */
  let isRenewed = false
  const stopListening = onLifecycle((event) => {
    if (event === 'resume') {
      events.resumed?.()
      replace()
    }
    if (event === 'show' && isOverdue) connect()
  })

  function connect(): void {
    isOverdue = false
    if (ended) return
    connectedAt = performance.now()
    const mine = new WebSocket(roomUrl(name))
    mine.binaryType = 'arraybuffer'
    socket = mine
    expectWithin(CONNECT_MS, mine)
    mine.addEventListener('open', () => {
      if (socket !== mine) return
      expectWithin(SILENCE_MS, mine)
      events.opened((frame) => {
        if (mine.readyState === WebSocket.OPEN) mine.send(frame as Uint8Array<ArrayBuffer>)
      }, isRenewed)
    })
    mine.addEventListener('message', (message: MessageEvent<unknown>) => {
      if (socket !== mine || !(message.data instanceof ArrayBuffer)) return
      // Not before: a relay that is full or shutting down opens sockets too.
      failures = 0
      refusals = 0
      isRenewed = false
      expectWithin(SILENCE_MS, mine)
      events.frame(new Uint8Array(message.data))
    })
    mine.addEventListener('close', (event) => {
      if (socket === mine) lost(event.code)
    })
  }

  /** Treats a socket that is silent for too long as closed: on a phone `close` may never come. */
  function expectWithin(ms: number, mine: WebSocket): void {
    clearTimeout(watch)
    watch = setTimeout(() => {
      if (socket !== mine) return
      mine.close()
      lost(1006)
    }, ms)
  }

  function lost(code: number): void {
    drop()
    // Once: a relay that refuses what it has just granted is not asked in a circle.
    if (code === CLOSE.unauthenticated.code && !isRenewed) return void renew()
    isRenewed = false
    if (code >= 4400 && code < 4500 && closeName(code) !== null) return events.closed({ kind: 'final', code })
    retryLater(code)
  }

  async function renew(): Promise<void> {
    isRenewed = true
    const since = connectedAt
    const renewal = await renewSession(since)
    // Meanwhile somebody came back to the page, or left for good.
    if (ended || connectedAt !== since) return
    if (renewal === 'renewed') return connect()
    isRenewed = false
    if (renewal === 'unreachable') return retryLater(CLOSE.slow.code)
    events.closed({ kind: 'final', code: CLOSE.unauthenticated.code })
  }

  function retryLater(code: number): void {
    // A full relay answers at once, and its disk is not emptied any sooner for being asked.
    const wait = code === CLOSE.storageFull.code ? LAST_RETRY_MS : backOff(failures++)
    connectIn(wait)
    events.closed({ kind: 'lost', retryInMs: wait })
  }

  function connectIn(ms: number): void {
    retry = setTimeout(() => {
      if (isHidden()) isOverdue = true
      else connect()
    }, ms)
  }

  function drop(): void {
    clearTimeout(watch)
    clearTimeout(retry)
    isOverdue = false
    const old = socket
    socket = null
    old?.close()
  }

  function replace(): void {
    failures = 0
    isRenewed = false
    drop()
    connect()
  }

  connect()
  return {
    replace,
    again() {
      drop()
      if (refusals === 0) connect()
      else connectIn(backOff(refusals))
      refusals += 1
    },
    close() {
      ended = true
      stopListening()
      drop()
    },
  }
}

function backOff(failures: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.75 + Math.random() / 2)
}

/** The address of a room on this app's own relay. */
export function roomUrl(name: string): string {
  const url = new URL('/rooms/' + name, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
