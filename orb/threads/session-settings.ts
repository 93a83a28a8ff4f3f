import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Asking } from '../../shared/link/reports.ts'
import type { NoticeBody } from '../../shared/transcripts/bodies.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import type { LiveHarness } from '../harness/harness.ts'
import { isObject } from '../harness/json-rpc.ts'
import {
  askingOf,
  asksLess,
  concernsAsking,
  declaredAsking,
  modeOption,
  settingKey,
  settingPlace,
  settingsThatAskLess,
  settingWords,
  worstAsking,
  type Setting,
} from './asking-rules.ts'
import { MODEL_OPTION } from './session-options.ts'
import type { ThreadBook } from './thread-book.ts'
import { metaOfOptions, NO_META, withChoice, withMode, type ThreadMeta } from './thread-meta.ts'

/** What a harness is given to say of a setting that it has taken. */
const READ_BACK_MS = 1500
/** The same, where the option that stands for the mode can be asked for. */
const MODE_READ_BACK_MS = 400

/** What settings work with. */
export interface SettingsTools {
  readonly manifest: AdapterManifest
  readonly threads: ThreadBook
  /** Tells something in a thread. */
  readonly say: (threadId: string, text: string, level: NoticeBody['level']) => void
  /** Whether agents ask may have changed somewhere. */
  readonly onAsking: () => void
}

interface Opened {
  readonly live: LiveHarness
  readonly sessionId: string
  /** Keys of settings that a person allowed in this session. */
  readonly decided: Set<string>
  /** Its first settings are still being made. */
  opening: boolean
  /** The harness once asked less of its own accord, and was set back. */
  setBack: boolean
  problem: string | null
  /** Called whenever the harness says something of its settings. */
  readonly heard: Set<() => void>
}

/**
 * The settings of the sessions that threads are in, and whether their agents ask. What the manifest wants is set after
 * each opening, and only what the harness says of itself counts; a mode that asks less, and that nobody decided, is set
 * back once.
 */
export class SessionSettings {
  readonly #tools: SettingsTools
  readonly #opened = new Map<string, Opened>()

  constructor(tools: SettingsTools) {
    this.#tools = tools
  }

  /**
   * Makes the settings of a session that was just opened.
   * @throws what a call to a harness fails with that is gone
   */
  async opened(threadId: string, live: LiveHarness, sessionId: string): Promise<void> {
    const opened: Opened = {
      live,
      sessionId,
      decided: new Set(),
      opening: true,
      setBack: false,
      problem: null,
      heard: new Set(),
    }
    this.#opened.set(threadId, opened)
    try {
      for (const step of this.#tools.manifest.afterSession) {
        const failure = await this.#step(threadId, opened, step)
        if (failure === null) continue
        if (concernsAsking(this.#tools.manifest.asking, this.#meta(threadId), settingOf(step))) opened.problem = failure
        else this.#tools.say(threadId, failure, 'warning')
      }
    } finally {
      opened.opening = false
    }
    this.#judge(threadId)
  }

  /** The harness has said something of a thread's settings. */
  heard(threadId: string): void {
    const opened = this.#opened.get(threadId)
    if (opened === undefined) return
    for (const listener of opened.heard) listener()
    if (opened.opening) return
    const undecided = this.#undecided(threadId, opened)
    if (undecided.length > 0 && !opened.setBack) {
      opened.setBack = true
      void this.#setBack(threadId, opened, undecided)
    } else this.#judge(threadId)
  }

  /** The process of the harness is gone, and every session with it. */
  closed(): void {
    for (const threadId of this.#opened.keys()) this.#tools.threads.change(threadId, { asking: null })
    this.#opened.clear()
    this.#tools.onAsking()
  }

  /** True for a setting with which the agent would ask less. */
  asksLess(threadId: string, setting: Setting): boolean {
    return asksLess(this.#tools.manifest.asking, this.#meta(threadId), setting)
  }

  /**
   * Changes a setting of an open session as a person wants it.
   * @throws PerigeeError where the harness refuses it, or the thread is in no session
   */
  async change(threadId: string, setting: Setting): Promise<void> {
    const opened = this.#opened.get(threadId)
    if (opened === undefined) throw new PerigeeError('unavailable', 'The agent is not in a session of this thread.')
    const { asking } = this.#tools.manifest
    const confirmed = this.#tools.threads.get(threadId)?.asking?.state === 'confirmed'
    const less = this.asksLess(threadId, setting)
    const key = settingKey(this.#meta(threadId), setting)
    // Before the harness has heard of it: what it says then is what was decided.
    if (less) opened.decided.add(key)
    try {
      await this.#make(threadId, opened, setting)
    } catch (error) {
      if (less) opened.decided.delete(key)
      throw error
    }
    const readBack = await this.#readBack(threadId, opened, setting)
    if (!readBack) this.#learn(threadId, (meta) => withSetting(meta, setting))
    if (concernsAsking(asking, this.#meta(threadId), setting) && !less) {
      // From one setting that asks enough to another: whichever of them holds, it asks.
      const words = settingWords(this.#meta(threadId), setting)
      opened.problem = readBack || confirmed ? null : `The agent took ${words}, but has not confirmed it.`
    }
    this.#judge(threadId)
  }

  /** The worst of all sessions that are open, else what the manifest declares; null where that depends. */
  get asking(): Asking | null {
    const known = [...this.#opened.keys()].flatMap((threadId) => this.#tools.threads.get(threadId)?.asking ?? [])
    return worstAsking(known) ?? declaredAsking(this.#tools.manifest.asking)
  }

  async #step(threadId: string, opened: Opened, step: Step): Promise<string | null> {
    const setting = settingOf(step)
    let refusal: string | null = null
    try {
      await this.#make(threadId, opened, setting)
    } catch (error) {
      if (!(error instanceof PerigeeError)) throw error
      refusal = error.message
    }
    const words = settingWords(this.#meta(threadId), setting)
    if (!step.readBack) {
      if (refusal !== null) return `The agent did not take ${words}. ${refusal}`
      this.#learn(threadId, (meta) => withSetting(meta, setting))
      const matters = concernsAsking(this.#tools.manifest.asking, this.#meta(threadId), setting)
      return matters ? `The agent was told to work in ${words}, and does not say whether it does.` : null
    }
    if (refusal === null && (await this.#readBack(threadId, opened, setting))) return null
    if (valueIn(this.#meta(threadId), setting) === wanted(setting)) return null
    return refusal === null
      ? `The agent was told to work in ${words}, and says otherwise.`
      : `The agent did not take ${words}. ${refusal}`
  }

  async #setBack(threadId: string, opened: Opened, settings: readonly Setting[]): Promise<void> {
    const told: string[] = []
    let failed = false
    for (const setting of settings) {
      const before = settingWords(this.#meta(threadId), setting)
      const enough = this.#enough(threadId, setting)
      const done = enough !== null && (await this.#tryToMake(threadId, opened, enough))
      failed ||= !done
      told.push(
        done && enough !== null
          ? `The agent changed to ${before}, in which it asks less, and nobody decided that. It was set back to ${settingWords(this.#meta(threadId), enough)}.`
          : `The agent changed to ${before}, in which it asks less, and nobody decided that. It could not be set back.`,
      )
    }
    for (const text of told) this.#tools.say(threadId, text, failed ? 'error' : 'warning')
    this.#judge(threadId)
  }

  async #tryToMake(threadId: string, opened: Opened, setting: Setting): Promise<boolean> {
    try {
      await this.#make(threadId, opened, setting)
      return await this.#readBack(threadId, opened, setting)
    } catch {
      return false
    }
  }

  /** What a setting that asks less is set back to. */
  #enough(threadId: string, setting: Setting): Setting | null {
    const { asking, afterSession } = this.#tools.manifest
    const meta = this.#meta(threadId)
    const step = afterSession.map(settingOf).find((one) => settingPlace(meta, one) === settingPlace(meta, setting))
    if (step !== undefined) return step
    if (setting.kind === 'mode') {
      const twin = modeOption(meta)
      const [modeId] = asking.modes.length > 0 || twin === null ? asking.modes : (asking.options[twin.id] ?? [])
      return modeId === undefined ? null : { kind: 'mode', modeId }
    }
    const [value] = asking.options[setting.optionId] ?? asking.modes
    return value === undefined ? null : { ...setting, value }
  }

  async #make(threadId: string, opened: Opened, setting: Setting): Promise<void> {
    const { driver } = opened.live
    const { sessionId } = opened
    if (setting.kind === 'mode') {
      const answer = await driver.setMode(sessionId, setting.modeId)
      if (isObject(answer)) this.#learn(threadId, (meta) => metaOfOptions(meta, answer, this.#tools.manifest.asking))
      return
    }
    if (setting.optionId === MODEL_OPTION) {
      await driver.setModel(sessionId, setting.value)
      this.#learn(threadId, (meta) => withSetting(meta, setting))
      return
    }
    const option = this.#meta(threadId).options.find((one) => one.id === setting.optionId)
    const value = option?.type === 'boolean' ? setting.value === 'true' : setting.value
    const answer = await driver.setOption(sessionId, setting.optionId, value)
    this.#learn(threadId, (meta) => metaOfOptions(meta, answer, this.#tools.manifest.asking))
  }

  /**
   * True once the harness says that it is set so. A mode of which it says nothing is set once more by the option that
   * stands for the mode, where there is one: that has an answer.
   */
  async #readBack(threadId: string, opened: Opened, setting: Setting): Promise<boolean> {
    const isSet = (): boolean => valueIn(this.#meta(threadId), setting) === wanted(setting)
    const option = setting.kind === 'mode' ? modeOption(this.#meta(threadId)) : null
    await until(isSet, opened.heard, option === null ? READ_BACK_MS : MODE_READ_BACK_MS)
    if (isSet() || option === null || setting.kind !== 'mode') return isSet()
    try {
      await this.#make(threadId, opened, { kind: 'option', optionId: option.id, value: setting.modeId })
    } catch (error) {
      if (!(error instanceof PerigeeError)) throw error
    }
    return isSet()
  }

  #undecided(threadId: string, opened: Opened): Setting[] {
    const less = settingsThatAskLess(this.#tools.manifest.asking, this.#meta(threadId))
    return less.filter((setting) => !opened.decided.has(settingKey(this.#meta(threadId), setting)))
  }

  #judge(threadId: string): void {
    const opened = this.#opened.get(threadId)
    if (opened === undefined) return
    const { manifest, threads, onAsking } = this.#tools
    threads.change(threadId, {
      asking: askingOf(manifest.asking, this.#meta(threadId), opened.decided, opened.problem),
    })
    onAsking()
  }

  #learn(threadId: string, change: (meta: ThreadMeta) => ThreadMeta): void {
    this.#tools.threads.change(threadId, { meta: change(this.#meta(threadId)) })
  }

  #meta(threadId: string): ThreadMeta {
    return this.#tools.threads.get(threadId)?.meta ?? NO_META
  }
}

type Step = AdapterManifest['afterSession'][number]

function settingOf(step: Step): Setting {
  if (step.set === 'mode') return { kind: 'mode', modeId: step.value }
  const optionId = step.set === 'model' ? MODEL_OPTION : (step.option ?? '')
  return { kind: 'option', optionId, value: step.value }
}

function withSetting(meta: ThreadMeta, setting: Setting): ThreadMeta {
  return setting.kind === 'mode' ? withMode(meta, setting.modeId) : withChoice(meta, setting.optionId, setting.value)
}

/** Settles once something is so, looked at whenever something was heard, or when the time is over. */
function until(isSo: () => boolean, heard: Set<() => void>, milliseconds: number): Promise<void> {
  if (isSo()) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      heard.delete(look)
      resolve()
    }
    const look = (): void => {
      if (isSo()) done()
    }
    const timer = setTimeout(done, milliseconds)
    heard.add(look)
  })
}

function wanted(setting: Setting): string {
  return setting.kind === 'mode' ? setting.modeId : setting.value
}

/** What the harness says that a setting is; null where it says nothing. */
function valueIn(meta: ThreadMeta, setting: Setting): string | null {
  if (setting.kind === 'option') return meta.options.find((one) => one.id === setting.optionId)?.value ?? null
  return meta.modes?.current ?? meta.options.find((one) => one.category === 'mode')?.value ?? null
}
