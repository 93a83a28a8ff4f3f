import { del, set, values } from 'idb-keyval'
import { createSignal } from 'solid-js'
import { api } from '../platform/api.ts'
import { deviceStore } from '../platform/device-store.ts'
import { attempt } from './send-command.ts'

/**
 * A denial or a stop that was given while the relay could not be reached. Only what takes from an agent is kept: to
 * allow something later than it was looked at would be to allow something else.
 */
export interface KeptSend {
  /** Of the command or decision: the relay counts it once, however often it is sent. */
  readonly id: string
  /** The approval or the run that it is about. */
  readonly about: string
  /** The approval whose denial it goes with, where it is a stop that does. */
  readonly beside?: string | undefined
  readonly path: string
  readonly body: unknown
}

/** What the relay said to a kept send. `failed`: it took no notice, with the reason. */
export type KeptAnswer = Pick<KeptSend, 'beside'> &
  ({ readonly outcome: 'answered'; readonly body: unknown } | { readonly outcome: 'failed'; readonly message: string })

const store = deviceStore('perigee-kept', 'sends')
const [kept, setKept] = createSignal<ReadonlyMap<string, KeptSend>>(new Map())
const [answers, setAnswers] = createSignal<ReadonlyMap<string, KeptAnswer>>(new Map())
let loading: Promise<void> | undefined

/** True, and followed, while something about an approval or a run waits here for the relay. */
export function isKept(about: string): boolean {
  void load()
  return kept().has(about)
}

/** What the relay said in the end, or undefined. Of this page alone: afterwards the relay's own record tells. */
export function keptAnswer(about: string): KeptAnswer | undefined {
  return answers().get(about)
}

/** Lets an answer go: another send about the same is on its way. */
export function forgetAnswer(about: string): void {
  setAnswers((now) => new Map([...now].filter(([key]) => key !== about)))
}

/** Keeps a send until the relay answers it. False where this device stores nothing: then it is not kept. */
export async function keepSend(send: KeptSend): Promise<boolean> {
  try {
    await set(send.about, send, store())
  } catch {
    return false
  }
  setKept((now) => new Map(now).set(send.about, send))
  return true
}

/** Sends all that is kept, each once more under its old id. To be called when the relay is back; never throws. */
export async function deliverKept(): Promise<void> {
  await load()
  // Denials before stops: with a stop, an agent's questions are withdrawn.
  const inOrder = [...kept().values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const { about, beside, path, body } of inOrder) {
    const sent = await attempt(async () => ({
      outcome: 'answered' as const,
      body: (await api('POST', path, body)).body,
    }))
    if (sent.outcome === 'unreachable') return
    setAnswers((now) => new Map(now).set(about, { ...sent, beside }))
    await del(about, store()).catch(() => undefined)
    setKept((now) => new Map([...now].filter(([key]) => key !== about)))
  }
}

function load(): Promise<void> {
  return (loading ??= read())
}

async function read(): Promise<void> {
  const stored = await values<KeptSend>(store()).catch(() => [])
  if (stored.length > 0) setKept((now) => new Map([...stored.map((send) => [send.about, send] as const), ...now]))
}
