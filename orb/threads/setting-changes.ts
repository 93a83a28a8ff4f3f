import type { ApprovalBook } from '../approvals/approval-book.ts'
import { settingApproval } from '../approvals/setting-request.ts'
import type { Done } from '../commands/executor.ts'
import { settingWords, type Setting } from './asking-rules.ts'
import type { SessionSettings } from './session-settings.ts'
import type { Sessions } from './sessions.ts'
import type { ThreadBook } from './thread-book.ts'
import type { ThreadMeta } from './thread-meta.ts'

/** What changes of settings work with. */
export interface SettingChangeTools {
  readonly orbId: string
  readonly generation: number
  readonly threads: ThreadBook
  readonly sessions: Sessions
  readonly settings: SessionSettings
  readonly approvals: ApprovalBook
}

/**
 * Changes a setting of a thread's session as a person wants it. One with which the agent asks less is only asked for: a
 * signed decision makes it.
 * @throws PerigeeError where the thread can be in no session, or the harness refuses the setting
 */
export async function changeSetting(tools: SettingChangeTools, threadId: string, setting: Setting): Promise<Done> {
  const { orbId, generation, threads, sessions, settings, approvals } = tools
  if (threads.get(threadId) === null) return refused('There is no such thread here.')
  await sessions.ready(threadId)
  const meta = threads.get(threadId)?.meta
  if (meta === undefined || !isOffered(meta, setting)) return refused('The agent does not offer that setting here.')
  if (!settings.asksLess(threadId, setting)) {
    await settings.change(threadId, setting)
    return { is: 'applied', message: null }
  }
  const place = { orbId, generation, threadId, runId: null }
  const words = settingWords(meta, setting)
  const change = async (): Promise<void> => {
    // The session may have been left since it was asked.
    await sessions.ready(threadId)
    await settings.change(threadId, setting)
  }
  approvals.raise(await settingApproval(place, setting, words, change))
  const message = `With ${words} the agent asks less, so it waits for a decision.`
  return { is: 'applied', message }
}

function isOffered(meta: ThreadMeta, setting: Setting): boolean {
  if (setting.kind === 'mode') return meta.modes?.available.some((one) => one.id === setting.modeId) ?? false
  const option = meta.options.find((one) => one.id === setting.optionId)
  return option?.choices.some((choice) => choice.value === setting.value) ?? false
}

function refused(message: string): Done {
  return { is: 'refused', message }
}
