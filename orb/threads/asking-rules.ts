import type { AdapterManifest } from '../adapters/manifest.ts'
import type { SetThreadCommand } from '../../shared/commands/commands.ts'
import type { Asking, SessionOption } from '../../shared/link/reports.ts'
import type { ThreadMeta } from './thread-meta.ts'

/** What a manifest says about asking. */
export type AskingRules = AdapterManifest['asking']

/** A setting as it is to be, or is. */
export type Setting = SetThreadCommand['setting']

/** True for a mode in which the agent asks less than it should. */
export function modeAsksLess(rules: AskingRules, modeId: string): boolean {
  return rules.modes.length > 0 && !rules.modes.includes(modeId)
}

/** True for a choice of an option with which the agent asks less. An option that stands for the mode goes by its rules. */
export function choiceAsksLess(
  rules: AskingRules,
  option: Pick<SessionOption, 'id' | 'category'>,
  value: string,
): boolean {
  const enough = Object.hasOwn(rules.options, option.id) ? rules.options[option.id] : undefined
  if (enough !== undefined) return !enough.includes(value)
  return option.category === 'mode' && modeAsksLess(rules, value)
}

/** True for a setting with which the agent asks less. The mode and the option that stands for it go by both rules. */
export function asksLess(rules: AskingRules, meta: Pick<ThreadMeta, 'options'>, setting: Setting): boolean {
  if (setting.kind === 'mode') {
    const twin = modeOption(meta)
    return modeAsksLess(rules, setting.modeId) || (twin !== null && choiceAsksLess(rules, twin, setting.modeId))
  }
  const option = meta.options.find((one) => one.id === setting.optionId)
  return choiceAsksLess(rules, option ?? { id: setting.optionId, category: null }, setting.value)
}

/** True for a setting that has to do with asking at all. */
export function concernsAsking(rules: AskingRules, meta: ThreadMeta, setting: Setting): boolean {
  const twin = modeOption(meta)
  const isMode = setting.kind === 'mode' || setting.optionId === twin?.id
  const optionId = setting.kind === 'mode' ? (twin?.id ?? null) : setting.optionId
  return (isMode && rules.modes.length > 0) || (optionId !== null && Object.hasOwn(rules.options, optionId))
}

/** The option that stands for the mode; null where there is none. */
export function modeOption(meta: Pick<ThreadMeta, 'options'>): SessionOption | null {
  return meta.options.find((one) => one.category === 'mode') ?? null
}

/** The settings in force with which the agent asks less. */
export function settingsThatAskLess(rules: AskingRules, meta: ThreadMeta): Setting[] {
  const { modes, options } = meta
  const inForce: Setting[] = options.map((one) => ({ kind: 'option', optionId: one.id, value: one.value }))
  if (modes !== null) inForce.unshift({ kind: 'mode', modeId: modes.current })
  const seen = new Set<string>()
  return inForce.filter((setting) => {
    const key = settingKey(meta, setting)
    if (seen.has(key) || !asksLess(rules, meta, setting)) return false
    seen.add(key)
    return true
  })
}

/** A key by which a setting can be known again. The mode and the option that stands for it are one setting. */
export function settingKey(meta: Pick<ThreadMeta, 'options'>, setting: Setting): string {
  const value = setting.kind === 'mode' ? setting.modeId : setting.value
  return JSON.stringify([settingPlace(meta, setting), value])
}

/** What a setting is about, whatever it is set to. */
export function settingPlace(meta: Pick<ThreadMeta, 'options'>, setting: Setting): string {
  const isMode = setting.kind === 'mode' || setting.optionId === modeOption(meta)?.id
  return isMode ? 'mode' : `option ${setting.optionId}`
}

/** A setting in words, such as `mode "Auto"`. */
export function settingWords(meta: ThreadMeta, setting: Setting): string {
  if (setting.kind === 'mode') {
    const mode = meta.modes?.available.find((one) => one.id === setting.modeId)
    return `mode "${mode?.name ?? setting.modeId}"`
  }
  const option = meta.options.find((one) => one.id === setting.optionId)
  const choice = option?.choices.find((one) => one.value === setting.value)
  return `${option?.name ?? setting.optionId}: ${choice?.name ?? setting.value}`
}

/**
 * Whether an agent asks, from what its manifest declares and what it says of itself now. `decided`: keys of settings
 * that a person allowed. `problem`: why what it says cannot be relied on; null where it can.
 */
export function askingOf(
  rules: AskingRules,
  meta: ThreadMeta,
  decided: ReadonlySet<string>,
  problem: string | null,
): Asking {
  if (rules.asks === 'never' || rules.asks === 'unknown') return declaredAsking(rules) as Asking
  const unsaid = notSaid(rules, meta)
  if (unsaid !== null) return { state: 'unconfirmed', message: unsaid }
  const less = settingsThatAskLess(rules, meta)
  const undecided = less.find((setting) => !decided.has(settingKey(meta, setting)))
  if (undecided !== undefined) {
    const words = settingWords(meta, undecided)
    return { state: 'unconfirmed', message: `The agent says that it works in ${words}, which nobody decided.` }
  }
  if (problem !== null) return { state: 'unconfirmed', message: problem }
  if (less.length > 0) {
    const words = less.map((setting) => settingWords(meta, setting)).join(', ')
    return { state: 'lowered', message: `A person decided that it may work in ${words}.` }
  }
  const mode = rules.modes.length > 0 && meta.modes !== null ? `It is in ${settingWords(meta, modeNow(meta))}.` : null
  const message = [mode, rules.unasked].filter((part) => part !== null).join(' ')
  return { state: 'confirmed', message: message === '' ? null : message }
}

/** What a manifest alone says: null where it depends on settings that are not known yet. */
export function declaredAsking(rules: AskingRules): Asking | null {
  if (rules.asks === 'never') {
    return { state: 'never', message: rules.unasked ?? 'This agent never asks before it acts.' }
  }
  if (rules.asks === 'unknown') {
    return { state: 'unknown', message: 'Nothing is declared of this agent: it may act without asking.' }
  }
  return null
}

const WORST_FIRST: readonly Asking['state'][] = ['never', 'unconfirmed', 'lowered', 'unknown', 'confirmed']

/** The worst of several; null for none. */
export function worstAsking(all: readonly Asking[]): Asking | null {
  for (const state of WORST_FIRST) {
    const found = all.find((one) => one.state === state)
    if (found !== undefined) return found
  }
  return null
}

function modeNow(meta: ThreadMeta): Setting {
  return { kind: 'mode', modeId: meta.modes?.current ?? '' }
}

function notSaid(rules: AskingRules, meta: ThreadMeta): string | null {
  const saysMode = meta.modes !== null || meta.options.some((one) => one.category === 'mode')
  if (rules.modes.length > 0 && !saysMode) return 'The agent does not say which mode it is in.'
  const missing = Object.keys(rules.options).find((id) => !meta.options.some((one) => one.id === id))
  return missing === undefined ? null : `The agent does not say how "${missing}" is set.`
}
