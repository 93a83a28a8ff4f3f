import { jsonBytes } from '../../shared/json/digest.ts'
import type { SessionOption } from '../../shared/link/reports.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import { cutName } from '../transcripts/tool-call.ts'
import { choiceAsksLess, type AskingRules } from './asking-rules.ts'

const OPTIONS = 30
/** Some harnesses offer every model that there is: a report has room for so many bytes of options. */
const OPTIONS_BYTES = 24 * 1024
const CHOICES = 100
const FEW_CHOICES = 15
const NAME_CHARS = 100
/** A value goes back to the harness as it came: one that is longer could only be shown in part. */
const VALUE_CHARS = 1000

/** The option that stands for a list of models that is chosen from by a call of its own. */
export const MODEL_OPTION = 'session:model'

/** ACP's `configOptions` as settings to show; what cannot be shown whole is left out. */
export function sessionOptions(list: readonly unknown[], rules: AskingRules): SessionOption[] {
  const options = list.slice(0, OPTIONS).flatMap((one) => (isObject(one) ? (sessionOption(one, rules) ?? []) : []))
  return fitOptions(options)
}

/** ACP's former `models` of a session as a setting; null where there are none. */
export function modelOption(models: JsonObject): SessionOption | null {
  const { currentModelId, availableModels } = models
  const list = Array.isArray(availableModels) ? availableModels.filter(isObject) : []
  const choices = list.flatMap(({ modelId, name }) => choiceOf(modelId, name))
  if (choices.length === 0 || typeof currentModelId !== 'string') return null
  return {
    id: MODEL_OPTION,
    name: 'Model',
    description: null,
    category: 'model',
    type: 'select',
    value: currentModelId,
    choices: choices.map((choice) => ({ ...choice, asksLess: false })),
  }
}

/** Options with as many of their choices as a report has room for; the present one is always among them. */
export function fitOptions(options: readonly SessionOption[]): SessionOption[] {
  for (const most of [CHOICES, FEW_CHOICES, 1]) {
    const fitted = options.map((option) => ({ ...option, choices: some(option, most) }))
    if (jsonBytes(fitted) <= OPTIONS_BYTES) return fitted
  }
  return []
}

function some({ choices, value }: SessionOption, most: number): SessionOption['choices'] {
  if (choices.length <= most) return choices
  const present = choices.findIndex((choice) => choice.value === value)
  const first = choices.slice(0, most)
  const there = choices[present]
  return present < most || there === undefined ? first : [...first.slice(0, most - 1), there]
}

function sessionOption(option: JsonObject, rules: AskingRules): SessionOption | null {
  const { id, name, description, category, type, currentValue } = option
  if (typeof id !== 'string' || id === '' || id.length > VALUE_CHARS) return null
  const isSwitch = type === 'boolean' || typeof currentValue === 'boolean'
  const value = isSwitch ? String(currentValue === true) : currentValue
  if (typeof value !== 'string' || value.length > VALUE_CHARS) return null
  const about = { id, category: typeof category === 'string' ? cutName(category, 64) : null }
  const choices = isSwitch ? SWITCH : choicesOf(option['options'])
  return {
    ...about,
    name: cutName(typeof name === 'string' && name !== '' ? name : id, NAME_CHARS),
    description: typeof description === 'string' ? cutName(description) : null,
    type: isSwitch ? 'boolean' : 'select',
    value,
    choices: choices.map((choice) => ({ ...choice, asksLess: choiceAsksLess(rules, about, choice.value) })),
  }
}

type Choice = { readonly value: string; readonly name: string }

const SWITCH: readonly Choice[] = [
  { value: 'true', name: 'On' },
  { value: 'false', name: 'Off' },
]

/** Choices stand in a list, or in groups of lists. */
function choicesOf(list: unknown): Choice[] {
  if (!Array.isArray(list)) return []
  return list.filter(isObject).flatMap((one) => {
    return Array.isArray(one['options']) ? choicesOf(one['options']) : choiceOf(one['value'], one['name'])
  })
}

function choiceOf(value: unknown, name: unknown): Choice[] {
  if (typeof value !== 'string' || value.length > VALUE_CHARS) return []
  return [{ value, name: cutName(typeof name === 'string' && name !== '' ? name : value, NAME_CHARS) }]
}
