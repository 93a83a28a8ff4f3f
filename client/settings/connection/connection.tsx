import './connection.css'
import Check from 'lucide-solid/icons/check'
import CircleAlert from 'lucide-solid/icons/circle-alert'
import LoaderCircle from 'lucide-solid/icons/loader-circle'
import Minus from 'lucide-solid/icons/minus'
import { createSignal, For, Match, onMount, Show, Switch, type JSX } from 'solid-js'
import type { FleetOrb } from '../../../shared/rooms/content.ts'
import { useFleetLine } from '../../connection/fleet-line.ts'
import { isOnline } from '../../connection/online.ts'
import { useApp } from '../../devices/app-context.ts'
import { useMay } from '../../devices/rights.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { Button } from '../../ui/button.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { duration } from '../../ui/time-words.ts'
import { Block } from '../parts.tsx'
import { CLOCK_OFF_MS, testHttp, testOrb, testSession, testSocket, type HopResult } from './hops.ts'
import { connectionTestWords as words } from './words.ts'

/** What stands in a line: a hop that is being tried, that did not come to be tried, or how it did. */
type Shown = HopResult | { readonly state: 'running' | 'skipped' | 'away' }

interface Line {
  readonly key: string
  readonly name: string
  readonly result: Shown
}

/** Orbs are asked a few at a time, and no more than this many: it is a test of the way, not of the fleet. */
const ORBS = 20

/** Tries every hop between this device and the orbs, one after the other, and says what to do where one fails. */
export function Connection(): JSX.Element {
  const { session, fleet } = useApp()
  const may = useMay()
  const fleetLine = useFleetLine()
  const [lines, setLines] = createSignal<readonly Line[]>([])
  const [isRunning, setRunning] = createSignal(false)

  async function hop(key: string, name: string, test: () => Promise<Shown>): Promise<Shown> {
    const put = (result: Shown): void => {
      setLines((before) => [...before.filter((line) => line.key !== key), { key, name, result }])
    }
    put({ state: 'running' })
    const result = await test()
    put(result)
    return result
  }

  async function run(): Promise<void> {
    if (isRunning()) return
    setRunning(true)
    setLines([])
    const http = await hop('http', words.http, testHttp)
    const behind = (test: () => Promise<Shown>): (() => Promise<Shown>) =>
      http.state === 'ok' ? test : () => Promise.resolve({ state: 'skipped' })
    await hop('session', words.session, behind(testSession))
    await hop(
      'socket',
      words.socket,
      behind(() => testSocket(session.personId)),
    )
    for (const orb of Object.values(fleet.orbs).slice(0, ORBS)) {
      const { orbId, title } = orb
      await hop(
        'orb ' + orbId,
        words.orb(title),
        behind(() => tryOrb(orb)),
      )
    }
    setRunning(false)
  }

  /** Who does not see all of an orb cannot ask it anything, and sees whether it is there. */
  function tryOrb({ orbId, awaySince }: FleetOrb): Promise<Shown> {
    if (awaySince !== null) return Promise.resolve({ state: 'away' })
    return may('see', { kind: 'orb', orbId }) ? testOrb(orbId) : Promise.resolve({ state: 'skipped' })
  }

  onMount(() => void run())
  return (
    <>
      <Block>
        <StatusLine {...fleetLine()} />
      </Block>
      <Block title={words.test} text={words.testText}>
        <ul class="hops" role="list" aria-live="polite" aria-busy={isRunning()}>
          <For each={lines()}>{(line) => <HopLine line={line} />}</For>
        </ul>
        <Button disabled={isRunning()} onPress={() => void run()}>
          {isRunning() ? words.running : words.again}
        </Button>
      </Block>
    </>
  )
}

function HopLine(props: { readonly line: Line }): JSX.Element {
  const result = (): Shown => props.line.result
  const ok = (): Extract<HopResult, { state: 'ok' }> | undefined => {
    const now = result()
    return now.state === 'ok' ? now : undefined
  }
  const isOff = (): boolean => Math.abs(ok()?.offset ?? 0) > CLOCK_OFF_MS
  const isBad = (): boolean => result().state === 'failed' || result().state === 'away' || isOff()
  return (
    <li class="hop" classList={{ 'hop-bad': isBad(), 'hop-ok': ok() !== undefined && !isBad() }}>
      <Switch fallback={<LoaderCircle class="icon" />}>
        <Match when={isBad()}>
          <CircleAlert class="icon" />
        </Match>
        <Match when={ok()}>
          <Check class="icon" />
        </Match>
        <Match when={result().state === 'skipped'}>
          <Minus class="icon" />
        </Match>
      </Switch>
      <div class="hop-text">
        <p class="hop-name">
          <span dir="auto">
            <RevealedText text={props.line.name} prose />
          </span>
          <span class="number">{outcome(result())}</span>
        </p>
        <Show when={ok()?.offset !== undefined}>
          <p class="settings-text">{clockWords(ok()?.offset ?? 0)}</p>
        </Show>
        <Show when={isBad()}>
          <p class="hop-advice">{advice(props.line.key, isOff())}</p>
        </Show>
      </div>
    </li>
  )
}

function outcome(result: Shown): string {
  return result.state === 'ok' ? took(result.ms) : words.states[result.state]
}

/** On a good way seconds would all read "0". */
function took(ms: number): string {
  return ms < SHORT_MS ? words.millis(formatNumber(Math.max(1, Math.round(ms)))) : duration(ms)
}

const SHORT_MS = 1000

function clockWords(offset: number): string {
  return Math.abs(offset) < 1_000 ? words.clockSame : words.clockOff(duration(Math.abs(offset)), offset > 0)
}

function advice(key: string, clock: boolean): string {
  if (clock) return words.advice.clock
  if (key === 'http') return isOnline() ? words.advice.http : words.advice.offline
  if (key === 'session') return words.advice.session
  return key === 'socket' ? words.advice.socket : words.advice.orb
}
