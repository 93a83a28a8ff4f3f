import type { ThreadMetaReport } from '../../shared/link/reports.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import { CUT, fitValue } from '../transcripts/fit.ts'
import { cutName } from '../transcripts/tool-call.ts'

/** One harness offers its commands as a line of 560 KB, again and again: names are enough. */
const COMMANDS = 200
const MODES = 50
const OPTIONS_BYTES = 24 * 1024

/** What a harness says about a thread as a whole. */
export interface ThreadMeta {
  /** The harness's own title. */
  readonly title: string | null
  readonly modes: ThreadMetaReport['modes']
  readonly commands: ThreadMetaReport['commands']
  readonly options: ThreadMetaReport['options']
  readonly usage: ThreadMetaReport['usage']
}

/** A thread of which the harness has said nothing yet. */
export const NO_META: ThreadMeta = { title: null, modes: null, commands: [], options: [], usage: null }

/** The meta after the answer to session/new, load or resume. */
export function metaOfSession(meta: ThreadMeta, answer: JsonObject): ThreadMeta {
  const { modes, configOptions } = answer
  return {
    ...meta,
    modes: isObject(modes) ? modesOf(modes) : meta.modes,
    options: Array.isArray(configOptions) ? optionsOf(configOptions) : meta.options,
  }
}

/** The meta after an update that is about the thread as a whole, or null where the update is part of the transcript. */
export function metaOfUpdate(meta: ThreadMeta, update: JsonObject): ThreadMeta | null {
  switch (update['sessionUpdate']) {
    case 'available_commands_update':
      return { ...meta, commands: commandsOf(update['availableCommands']) }
    case 'current_mode_update':
      return { ...meta, modes: withMode(meta.modes, update['currentModeId']) }
    case 'config_option_update':
      return {
        ...meta,
        options: Array.isArray(update['configOptions']) ? optionsOf(update['configOptions']) : meta.options,
      }
    case 'session_info_update': {
      const title = update['title']
      return { ...meta, title: typeof title === 'string' && title.trim() !== '' ? cutName(title.trim()) : meta.title }
    }
    case 'usage_update':
      return { ...meta, usage: usageOf(update) ?? meta.usage }
    default:
      return null
  }
}

function modesOf(modes: JsonObject): ThreadMetaReport['modes'] {
  const list = Array.isArray(modes['availableModes']) ? modes['availableModes'].filter(isObject) : []
  const available = list.slice(0, MODES).map((mode) => {
    const id = typeof mode['id'] === 'string' ? mode['id'] : ''
    return { id: cutName(id), name: cutName(typeof mode['name'] === 'string' ? mode['name'] : id) }
  })
  return { current: textOf(modes['currentModeId']), available }
}

function withMode(modes: ThreadMetaReport['modes'], current: unknown): ThreadMetaReport['modes'] {
  return typeof current === 'string' ? { current: cutName(current), available: modes?.available ?? [] } : modes
}

function commandsOf(list: unknown): ThreadMetaReport['commands'] {
  const commands = Array.isArray(list) ? list.filter(isObject).slice(0, COMMANDS) : []
  return commands.map((command) => ({
    name: cutName(textOf(command['name']), 100),
    description: cutName(textOf(command['description']), 120),
  }))
}

function optionsOf(list: readonly unknown[]): unknown[] {
  const fitted = list.map((option) => fitValue(option, CUT))
  return jsonBytes(fitted) <= OPTIONS_BYTES ? fitted : []
}

function usageOf(update: JsonObject): ThreadMetaReport['usage'] {
  const { used, size, cost } = update
  if (!isFinite(used) || !isFinite(size)) return null
  const price =
    isObject(cost) && isFinite(cost['amount']) ? `${cost['amount']} ${textOf(cost['currency'])}`.trim() : null
  return { used, size, cost: price }
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? cutName(value) : ''
}
