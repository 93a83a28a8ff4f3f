import type { Asking, Isolation, KnownReport, OrbAdapter, OrbRoster, TakesFiles } from '../shared/link/reports.ts'
import type { HarnessFacts } from './harness/driver.ts'

/** What never changes about an orb while its runner lives. */
export interface OrbFacts {
  readonly title: string
  readonly isolation: Isolation
  /** The account that the agent's files belong to; null where the machine has none. */
  readonly account: string | null
  readonly workspace: string
  /** The roster that the runner decides by. */
  readonly roster: () => OrbRoster | null
  /** The adapter for a harness of this version; null where it was started without one. */
  readonly adapter: (version: string) => OrbAdapter | null
  readonly asking: () => Asking | null
  readonly answeredFromInside: string | null
}

/** The state of the orb as a whole, reported whenever it changes. */
export class OrbStatus {
  readonly #facts: OrbFacts
  readonly #report: (report: KnownReport) => void
  #harness = { name: '', version: '' }
  #takes: TakesFiles | null = null
  #phase: 'starting' | 'up' | 'failed' | 'stopped' = 'starting'
  #message: string | null = null
  #running = 0
  #hasRun = false
  #told = ''

  constructor(facts: OrbFacts, report: (report: KnownReport) => void) {
    this.#facts = facts
    this.#report = report
  }

  /** The harness is being started. */
  starting(): void {
    this.#set('starting', null)
  }

  /** The harness answers. */
  ready({ name, version, takes }: Pick<HarnessFacts, 'name' | 'version' | 'takes'>): void {
    this.#harness = { name, version }
    this.#takes = { ...takes, paths: true }
    this.#set('up', null)
  }

  /** The harness ended; it is started again when it is needed. */
  gone(message: string): void {
    this.#set('up', message)
  }

  /** The harness cannot be started; true where that is news. */
  failed(message: string): boolean {
    const news = this.#phase !== 'failed' || this.#message !== message
    this.#set('failed', message)
    return news
  }

  /** The runner ends. */
  stopped(): void {
    this.#set('stopped', null)
  }

  /** Something keeps the orb from going on, or (null) no longer does. */
  held(message: string | null): void {
    this.#set(this.#phase, message)
  }

  /** So many runs go on now. */
  running(count: number): void {
    this.#running = count
    this.#hasRun ||= count > 0
    this.#tell()
  }

  /** The roster, or what is wrong with the one that the relay shows, has changed. */
  rosterChanged(): void {
    this.#tell()
  }

  /** Whether agents ask has changed somewhere. */
  askingChanged(): void {
    this.#tell()
  }

  #set(phase: 'starting' | 'up' | 'failed' | 'stopped', message: string | null): void {
    this.#phase = phase
    this.#message = message
    this.#tell()
  }

  #tell(): void {
    const { title, isolation, workspace, account } = this.#facts
    const state = this.#state()
    const message = this.#message
    const report: KnownReport = {
      name: 'orb.state',
      state,
      title,
      isolation,
      account,
      harness: this.#harness,
      workspace,
      message,
      roster: this.#facts.roster(),
      adapter: this.#facts.adapter(this.#harness.version),
      asking: this.#facts.asking(),
      answeredFromInside: this.#facts.answeredFromInside,
      takes: this.#takes,
    }
    const text = JSON.stringify(report)
    if (text === this.#told) return
    this.#told = text
    this.#report(report)
  }

  #state(): 'starting' | 'ready' | 'working' | 'idle' | 'failed' | 'stopped' {
    if (this.#phase === 'stopped') return 'stopped'
    if (this.#running > 0) return 'working'
    if (this.#phase !== 'up') return this.#phase
    return this.#hasRun ? 'idle' : 'ready'
  }
}
