import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Asking } from '../../shared/link/reports.ts'
import type { NoticeBody } from '../../shared/transcripts/bodies.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import type { LiveHarness } from '../harness/harness.ts'
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
import { SettableSession, type KnownThreads } from './settable-session.ts'
import { NO_META } from './thread-meta.ts'
import { settingsInWorkspace } from './workspace-settings.ts'

/** What settings work with. */
export interface SettingsTools {
  readonly manifest: AdapterManifest
  /** The folder that the agent works in. */
  readonly workspace: string
  /** What is known of each thread, and where what is learnt of it goes. */
  readonly threads: KnownThreads
  /** Tells something in a thread. */
  readonly say: (threadId: string, text: string, level: NoticeBody['level']) => void
  /** Whether agents ask may have changed somewhere. */
  readonly onAsking: () => void
}

/**
 * The settings of the sessions that threads are in, and whether their agents ask. What the manifest wants is set after
 * each opening, and only what the harness says of itself counts; a mode that asks less, and that nobody decided, is set
 * back once.
 */
export class SessionSettings {
  readonly #tools: SettingsTools
  readonly #sessions = new Map<string, SettableSession>()

  constructor(tools: SettingsTools) {
    this.#tools = tools
  }

  /**
   * Makes the settings of a session that was just opened.
   * @throws what a call to a harness fails with that is gone
   */
  async opened(threadId: string, live: LiveHarness, sessionId: string): Promise<void> {
    const { manifest, threads, say, workspace } = this.#tools
    const session = new SettableSession(threadId, live, sessionId, threads, manifest.asking)
    session.workspaceProblem = settingsInWorkspace(workspace, manifest.asking.workspaceSettings)
    this.#sessions.set(threadId, session)
    try {
      for (const step of manifest.afterSession) {
        const failure = await this.#step(session, step)
        if (failure === null) continue
        if (concernsAsking(manifest.asking, session.meta, settingOf(step))) session.problem = failure
        else say(threadId, failure, 'warning')
      }
    } finally {
      session.opening = false
    }
    this.#judge(threadId)
  }

  /** The harness has said something of a thread's settings. */
  heard(threadId: string): void {
    const session = this.#sessions.get(threadId)
    if (session === undefined) return
    session.heard()
    if (session.opening) return
    this.#judge(threadId)
    const { decided, meta } = session
    const less = settingsThatAskLess(this.#tools.manifest.asking, meta)
    const undecided = less.filter((setting) => !decided.has(settingKey(meta, setting)))
    if (undecided.length === 0 || session.wasSetBack) return
    session.wasSetBack = true
    void this.#setBack(threadId, session, undecided)
  }

  /** The process of the harness is gone, and every session with it. */
  closed(): void {
    for (const threadId of this.#sessions.keys()) this.#tools.threads.change(threadId, { asking: null })
    this.#sessions.clear()
    this.#tools.onAsking()
  }

  /** True for a setting with which the agent would ask less. */
  asksLess(threadId: string, setting: Setting): boolean {
    const meta = this.#tools.threads.get(threadId)?.meta ?? NO_META
    return asksLess(this.#tools.manifest.asking, meta, setting)
  }

  /**
   * Changes a setting of an open session as a person wants it.
   * @throws PerigeeError where the harness refuses it, or the thread is in no session
   */
  async change(threadId: string, setting: Setting): Promise<void> {
    const session = this.#sessions.get(threadId)
    if (session === undefined) throw new PerigeeError('unavailable', 'The agent is not in a session of this thread.')
    const confirmed = this.#tools.threads.get(threadId)?.asking?.state === 'confirmed'
    const less = this.asksLess(threadId, setting)
    // Before the harness has heard of it: what it says then is what was decided.
    if (less) session.decide(setting, true)
    try {
      await session.make(setting)
    } catch (error) {
      session.decide(setting, false)
      throw error
    }
    const readBack = await session.readBack(setting)
    if (!readBack) session.assume(setting)
    if (!less) {
      session.decide(setting, false)
      if (concernsAsking(this.#tools.manifest.asking, session.meta, setting)) {
        // From one setting that asks enough to another: whichever of them holds, it asks.
        const words = settingWords(session.meta, setting)
        session.problem = readBack || confirmed ? null : `The agent took ${words}, but has not confirmed it.`
      }
    }
    this.#judge(threadId)
  }

  /** The worst of all sessions that are open, else what the manifest declares; null where that depends. */
  get asking(): Asking | null {
    const known = [...this.#sessions.keys()].flatMap((threadId) => this.#tools.threads.get(threadId)?.asking ?? [])
    return worstAsking(known) ?? declaredAsking(this.#tools.manifest.asking)
  }

  /** Makes a step; gives what went wrong, or null. */
  async #step(session: SettableSession, step: Step): Promise<string | null> {
    const setting = settingOf(step)
    let refusal: string | null = null
    try {
      await session.make(setting)
    } catch (error) {
      if (!(error instanceof PerigeeError)) throw error
      refusal = error.message
    }
    const words = settingWords(session.meta, setting)
    if (step.readBack) {
      if (session.isSet(setting) || (refusal === null && (await session.readBack(setting)))) return null
      if (refusal === null) return `The agent was told to work in ${words}, and says otherwise.`
    }
    if (refusal !== null) return `The agent did not take ${words}. ${refusal}`
    session.assume(setting)
    const matters = concernsAsking(this.#tools.manifest.asking, session.meta, setting)
    return matters ? `The agent was told to work in ${words}, and does not say whether it does.` : null
  }

  async #setBack(threadId: string, session: SettableSession, settings: readonly Setting[]): Promise<void> {
    for (const setting of settings) {
      const before = settingWords(session.meta, setting)
      const enough = this.#enough(session, setting)
      const done = enough !== null && (await isMade(session, enough))
      const what = `The agent changed to ${before}, with which it asks less, and nobody decided that.`
      if (!done || enough === null) this.#tools.say(threadId, `${what} It could not be set back.`, 'error')
      else this.#tools.say(threadId, `${what} It was set back to ${settingWords(session.meta, enough)}.`, 'warning')
    }
    this.#judge(threadId)
  }

  /** What a setting that asks less is set back to. */
  #enough({ meta }: SettableSession, setting: Setting): Setting | null {
    const { asking, afterSession } = this.#tools.manifest
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

  #judge(threadId: string): void {
    const session = this.#sessions.get(threadId)
    if (session === undefined) return
    const { manifest, threads, onAsking } = this.#tools
    threads.change(threadId, {
      asking: askingOf(manifest.asking, session.meta, session.decided, session.problem ?? session.workspaceProblem),
    })
    onAsking()
  }
}

type Step = AdapterManifest['afterSession'][number]

function settingOf(step: Step): Setting {
  if (step.set === 'mode') return { kind: 'mode', modeId: step.value }
  const optionId = step.set === 'model' ? MODEL_OPTION : (step.option ?? '')
  return { kind: 'option', optionId, value: step.value }
}

async function isMade(session: SettableSession, setting: Setting): Promise<boolean> {
  try {
    await session.make(setting)
    return await session.readBack(setting)
  } catch {
    return false
  }
}
