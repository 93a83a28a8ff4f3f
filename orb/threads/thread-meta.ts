import type { SessionOption, ThreadMetaReport } from '../../shared/link/reports.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import { cutName } from '../transcripts/tool-call.ts'
import { asksLess, type AskingRules } from './asking-rules.ts'
import { fitOptions, MODEL_OPTION, modelOption, sessionOptions } from './session-options.ts'

/** One harness offers its commands as a line of 560 KB, again and again: names are enough. */
const COMMANDS = 200
const MODES = 50
const MODE_ID_CHARS = 1000

/** What a harness says about a thread as a whole. */
export interface ThreadMeta {
  /** The harness's own title. */
  readonly title: string | null
  readonly modes: ThreadMetaReport['modes']
  readonly commands: ThreadMetaReport['commands']
  readonly options: readonly SessionOption[]
  readonly usage: ThreadMetaReport['usage']
}

/** A thread of which the harness has said nothing yet. */
export const NO_META: ThreadMeta = { title: null, modes: null, commands: [], options: [], usage: null }

/** The meta before a session is opened: what an earlier process said of its settings counts no more. */
export function withoutSettings(meta: ThreadMeta): ThreadMeta {
  return { ...meta, modes: null, options: [] }
}

/** The meta after the answer to session/new, load or resume. */
export function metaOfSession(meta: ThreadMeta, answer: JsonObject, rules: AskingRules): ThreadMeta {
  const { modes, configOptions, models } = answer
  const options = Array.isArray(configOptions) ? sessionOptions(configOptions, rules) : meta.options
  const model = isObject(models) && !options.some((one) => one.category === 'model') ? modelOption(models) : null
  const fitted = model === null ? options : fitOptions([...options, model])
  return { ...meta, modes: isObject(modes) ? modesOf(modes, rules, fitted) : meta.modes, options: fitted }
}

/** The meta after an update that is about the thread as a whole, or null where the update is part of the transcript. */
export function metaOfUpdate(meta: ThreadMeta, update: JsonObject, rules: AskingRules): ThreadMeta | null {
  switch (update['sessionUpdate']) {
    case 'available_commands_update':
      return { ...meta, commands: commandsOf(update['availableCommands']) }
    case 'current_mode_update': {
      const mode = update['currentModeId']
      return typeof mode === 'string' ? withMode(meta, mode) : meta
    }
    case 'config_option_update':
      return metaOfOptions(meta, update, rules)
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

/** The meta after a message that holds all `configOptions`: an update, or the answer to a change of one. */
export function metaOfOptions(meta: ThreadMeta, said: JsonObject, rules: AskingRules): ThreadMeta {
  const { configOptions } = said
  if (!Array.isArray(configOptions)) return meta
  const model = meta.options.filter((one) => one.id === MODEL_OPTION)
  const options = fitOptions([...sessionOptions(configOptions, rules), ...model])
  const mode = options.find((one) => one.category === 'mode')
  // Some harnesses tell of a new mode by the option that stands for it alone.
  const known = mode !== undefined && (meta.modes?.available.some((one) => one.id === mode.value) ?? false)
  const modes = known && meta.modes !== null ? { ...meta.modes, current: mode.value } : meta.modes
  return { ...meta, options, modes }
}

/** The meta in another mode; the option that stands for the mode follows. */
export function withMode(meta: ThreadMeta, modeId: string): ThreadMeta {
  const current = cutName(modeId, MODE_ID_CHARS)
  return {
    ...meta,
    modes: { current, available: meta.modes?.available ?? [] },
    options: meta.options.map((option) => {
      const follows = option.category === 'mode' && option.choices.some((choice) => choice.value === modeId)
      return follows ? { ...option, value: modeId } : option
    }),
  }
}

/** The meta with another choice of an option. */
export function withChoice(meta: ThreadMeta, optionId: string, value: string): ThreadMeta {
  return { ...meta, options: meta.options.map((one) => (one.id === optionId ? { ...one, value } : one)) }
}

function modesOf(modes: JsonObject, rules: AskingRules, options: readonly SessionOption[]): ThreadMetaReport['modes'] {
  const list = Array.isArray(modes['availableModes']) ? modes['availableModes'].filter(isObject) : []
  const available = list.slice(0, MODES).flatMap(({ id, name }) => {
    // An id goes back to the harness as it came: one that is longer could only be sent in part.
    if (typeof id !== 'string' || id.length > MODE_ID_CHARS) return []
    return [
      {
        id,
        name: cutName(typeof name === 'string' ? name : id),
        asksLess: asksLess(rules, { options }, { kind: 'mode', modeId: id }),
      },
    ]
  })
  const current = modes['currentModeId']
  return { current: typeof current === 'string' ? cutName(current, MODE_ID_CHARS) : '', available }
}

function commandsOf(list: unknown): ThreadMetaReport['commands'] {
  const commands = Array.isArray(list) ? list.filter(isObject).slice(0, COMMANDS) : []
  return commands.map(({ name, description, input }) => {
    const hint = isObject(input) ? cutName(textOf(input['hint']), 120) : ''
    return {
      name: cutName(textOf(name), 100),
      description: cutName(textOf(description), 120),
      ...(hint === '' ? {} : { hint }),
    }
  })
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
