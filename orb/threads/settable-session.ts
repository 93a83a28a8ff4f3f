import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { LiveHarness } from '../harness/harness.ts'
import { isObject } from '../harness/json-rpc.ts'
import { modeOption, settingPlace, settingKey, type AskingRules, type Setting } from './asking-rules.ts'
import { MODEL_OPTION } from './session-options.ts'
import type { Thread, ThreadChange } from './thread-book.ts'
import { metaOfOptions, NO_META, withChoice, withMode, type ThreadMeta } from './thread-meta.ts'

/** What a harness is given to say of a setting that it has taken. */
const READ_BACK_MS = 1500
/** The same, where the option that stands for the mode can be asked for. */
const MODE_READ_BACK_MS = 400

/** Threads, as far as their settings need them. */
export interface KnownThreads {
  get(threadId: string): Pick<Thread, 'meta' | 'asking'> | null
  change(threadId: string, change: Pick<ThreadChange, 'meta' | 'asking'>): void
}

/** A session that a thread is in, with what its harness says of its settings. */
export class SettableSession {
  /** Its first settings are still being made. */
  opening = true
  /** The harness once asked less of its own accord, and was set back. */
  wasSetBack = false
  /** Why what it says of asking cannot be relied on; null where it can. */
  problem: string | null = null
  /** What the workspace brought when it was opened that may make it ask less; null where it brought nothing. */
  workspaceProblem: string | null = null
  readonly #threadId: string
  readonly #live: LiveHarness
  readonly #sessionId: string
  readonly #threads: KnownThreads
  readonly #rules: AskingRules
  /** What a person allowed, by what it is about. */
  readonly #decided = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  constructor(threadId: string, live: LiveHarness, sessionId: string, threads: KnownThreads, rules: AskingRules) {
    this.#threadId = threadId
    this.#live = live
    this.#sessionId = sessionId
    this.#threads = threads
    this.#rules = rules
  }

  /** What the harness says of the session. */
  get meta(): ThreadMeta {
    return this.#threads.get(this.#threadId)?.meta ?? NO_META
  }

  /** Keys of settings that a person allowed. */
  get decided(): ReadonlySet<string> {
    return new Set(this.#decided.values())
  }

  /** A person allowed a setting, or (false) took back what was allowed of the same kind. */
  decide(setting: Setting, allowed: boolean): void {
    const place = settingPlace(this.meta, setting)
    if (allowed) this.#decided.set(place, settingKey(this.meta, setting))
    else this.#decided.delete(place)
  }

  /** The harness has said something of its settings. */
  heard(): void {
    for (const listener of this.#listeners) listener()
  }

  /** True where the harness says that it is set so. */
  isSet(setting: Setting): boolean {
    const { modes, options } = this.meta
    if (setting.kind === 'option') return options.find((one) => one.id === setting.optionId)?.value === setting.value
    return (modes?.current ?? modeOption(this.meta)?.value) === setting.modeId
  }

  /** Takes a setting for made, of which the harness says nothing. */
  assume(setting: Setting): void {
    const { meta } = this
    this.#learn(
      setting.kind === 'mode' ? withMode(meta, setting.modeId) : withChoice(meta, setting.optionId, setting.value),
    )
  }

  /**
   * Tells the harness to make a setting.
   * @throws PerigeeError where it refuses, any other error where it is gone
   */
  async make(setting: Setting): Promise<void> {
    const { driver } = this.#live
    if (setting.kind === 'mode') {
      this.#learnFrom(await driver.setMode(this.#sessionId, setting.modeId))
      if (this.#rules.modeAnswer) this.assume(setting)
    } else if (setting.optionId === MODEL_OPTION) {
      await driver.setModel(this.#sessionId, setting.value)
      this.assume(setting)
    } else {
      const option = this.meta.options.find((one) => one.id === setting.optionId)
      const value = option?.type === 'boolean' ? setting.value === 'true' : setting.value
      this.#learnFrom(await driver.setOption(this.#sessionId, setting.optionId, value))
    }
  }

  /**
   * True once the harness says that it is set so. A mode of which it says nothing is set once more by the option that
   * stands for the mode, where there is one: that has an answer.
   */
  async readBack(setting: Setting): Promise<boolean> {
    const option = setting.kind === 'mode' ? modeOption(this.meta) : null
    await this.#until(setting, option === null ? READ_BACK_MS : MODE_READ_BACK_MS)
    if (this.isSet(setting) || option === null || setting.kind !== 'mode') return this.isSet(setting)
    try {
      await this.make({ kind: 'option', optionId: option.id, value: setting.modeId })
    } catch (error) {
      if (!(error instanceof PerigeeError)) throw error
    }
    return this.isSet(setting)
  }

  #learnFrom(answer: unknown): void {
    if (isObject(answer)) this.#learn(metaOfOptions(this.meta, answer, this.#rules))
  }

  #learn(meta: ThreadMeta): void {
    this.#threads.change(this.#threadId, { meta })
  }

  /** Settles once it is set so, looked at whenever the harness says something, or when the time is over. */
  #until(setting: Setting, milliseconds: number): Promise<void> {
    if (this.isSet(setting)) return Promise.resolve()
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#listeners.delete(look)
        resolve()
      }
      const look = (): void => {
        if (this.isSet(setting)) done()
      }
      const timer = setTimeout(done, milliseconds)
      this.#listeners.add(look)
    })
  }
}
