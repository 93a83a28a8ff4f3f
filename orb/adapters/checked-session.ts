import type { Asking } from '../../shared/link/reports.ts'
import type { OpenedSession } from '../harness/driver.ts'
import type { LiveHarness } from '../harness/harness.ts'
import type { JsonObject } from '../harness/json-rpc.ts'
import { SessionSettings } from '../threads/session-settings.ts'
import type { KnownThreads } from '../threads/settable-session.ts'
import { metaOfSession, metaOfUpdate, NO_META } from '../threads/thread-meta.ts'
import type { AdapterManifest } from './manifest.ts'

type Known = NonNullable<ReturnType<KnownThreads['get']>>

/** Its only thread. */
const THREAD = 'check'

/** A session that is opened to be looked at: its settings are made, and read back, as those of any thread are. */
export class CheckedSession {
  readonly #manifest: AdapterManifest
  readonly #settings: SessionSettings
  #known: Known = { meta: NO_META, asking: null }

  /** `workspace`: the folder that the session is in. */
  constructor(manifest: AdapterManifest, workspace: string) {
    this.#manifest = manifest
    const threads: KnownThreads = {
      get: () => this.#known,
      change: (_threadId, change) => (this.#known = { ...this.#known, ...change }),
    }
    this.#settings = new SessionSettings({ manifest, workspace, threads, say: () => {}, onAsking: () => {} })
  }

  /** The harness says something. */
  heard(update: JsonObject): void {
    const meta = metaOfUpdate(this.#known.meta, update, this.#manifest.asking)
    if (meta === null) return
    this.#known = { ...this.#known, meta }
    this.#settings.heard(THREAD)
  }

  /** Makes the settings that the manifest wants; gives whether the agent asks then. Null: that is not known. */
  async opened(live: LiveHarness, { sessionId, answer }: OpenedSession): Promise<Asking | null> {
    const meta = metaOfSession(this.#known.meta, answer, this.#manifest.asking)
    this.#known = { ...this.#known, meta }
    await this.#settings.opened(THREAD, live, sessionId)
    return this.#known.asking
  }
}
