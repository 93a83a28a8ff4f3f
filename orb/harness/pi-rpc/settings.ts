import type { JsonObject } from '../json-rpc.ts'
import { listIn, objectIn, textIn } from './fields.ts'

/** The mode in which the gate asks, which is the only one that can be chosen. */
export const ASKS = 'asks'
/** What is reported where the gate is not loaded. It is no choice. */
const UNGUARDED = 'unguarded'

/** The command by which our extension shows that it is loaded. */
const GATE = 'perigee-gate'
/** Only an extension that was named on the command line comes so; one of a project cannot pass for it. */
const FROM_COMMAND_LINE = 'cli'

/** What Pi says of its settings in one session. */
export interface PiSettings {
  readonly state: JsonObject
  readonly models: readonly JsonObject[]
  readonly levels: readonly string[]
  readonly commands: readonly JsonObject[]
}

/** ACP's answer to an opened session. */
export function sessionAnswer(settings: PiSettings): JsonObject {
  return { modes: modesOf(settings.commands), configOptions: configOptions(settings) }
}

/** Whether the gate is loaded, as a mode: so it is read back as the mode of any other agent. */
export function modesOf(commands: readonly JsonObject[]): JsonObject {
  const asks = { id: ASKS, name: 'Asks first' }
  const currentModeId = gateOf(commands) === null ? UNGUARDED : ASKS
  const unguarded = { id: UNGUARDED, name: 'Without the extension that asks' }
  return { currentModeId, availableModes: currentModeId === ASKS ? [asks] : [asks, unguarded] }
}

/** Pi's version as the gate tells it; empty where it does not. */
export function versionIn(commands: readonly JsonObject[]): string {
  const description = textIn(gateOf(commands) ?? {}, 'description') ?? ''
  return /\d+(?:\.\d+)+/.exec(description)?.[0] ?? ''
}

/** Model and thinking level as ACP's config options. A model without levels has none to choose. */
export function configOptions({ state, models, levels }: PiSettings): JsonObject[] {
  const options: JsonObject[] = []
  const model = modelValue(objectIn(state, 'model'))
  if (model !== null) {
    const choices = models.flatMap((one) => {
      const value = modelValue(one)
      return value === null ? [] : [{ value, name: textIn(one, 'name') ?? value }]
    })
    options.push(select('model', 'Model', 'model', model, choices))
  }
  const level = textIn(state, 'thinkingLevel')
  if (level !== null && levels.length > 1) {
    const choices = levels.map((value) => ({ value, name: value.charAt(0).toUpperCase() + value.slice(1) }))
    options.push(select('thinking', 'Thinking', 'thought_level', level, choices))
  }
  return options
}

/** The model that an option's value names; null where there is none. */
export function modelNamed(models: readonly JsonObject[], value: string): JsonObject | null {
  return models.find((one) => modelValue(one) === value) ?? null
}

/** Commands that a person can give, as ACP's update. */
export function commandsUpdate(commands: readonly JsonObject[]): JsonObject {
  const availableCommands = commands.flatMap((one) => {
    const name = textIn(one, 'name')
    return name === null || name === GATE ? [] : [{ name, description: textIn(one, 'description') ?? '' }]
  })
  return { sessionUpdate: 'available_commands_update', availableCommands }
}

/** Usage and cost of a session, as ACP's update; null where Pi cannot tell how full the context is. */
export function usageUpdate(stats: JsonObject): JsonObject | null {
  const context = objectIn(stats, 'contextUsage')
  const [used, size] = [context['tokens'], context['contextWindow']]
  if (typeof used !== 'number' || typeof size !== 'number') return null
  const { cost } = stats
  const price = typeof cost === 'number' && cost > 0 ? { cost: { amount: cost, currency: 'USD' } } : {}
  return { sessionUpdate: 'usage_update', used, size, ...price }
}

function gateOf(commands: readonly JsonObject[]): JsonObject | null {
  const isGate = (one: JsonObject): boolean =>
    one['name'] === GATE && one['source'] === 'extension' && objectIn(one, 'sourceInfo')['source'] === FROM_COMMAND_LINE
  return commands.find(isGate) ?? null
}

function modelValue(model: JsonObject): string | null {
  const [provider, id] = [textIn(model, 'provider'), textIn(model, 'id')]
  return provider === null || id === null ? null : `${provider}/${id}`
}

function select(id: string, name: string, category: string, currentValue: string, options: unknown): JsonObject {
  return { type: 'select', id, name, category, currentValue, options }
}

/** The commands, models and levels in Pi's answers. */
export function readSettings(
  state: JsonObject,
  models: JsonObject,
  levels: JsonObject,
  commands: JsonObject,
): PiSettings {
  const list: readonly unknown[] = Array.isArray(levels['levels']) ? levels['levels'] : []
  return {
    state,
    models: listIn(models, 'models'),
    levels: list.filter((one) => typeof one === 'string'),
    commands: listIn(commands, 'commands'),
  }
}
