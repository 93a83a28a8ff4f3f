import type { SetThreadCommand } from '../../shared/commands/commands.ts'
import { SessionOption, type ThreadMetaReport } from '../../shared/link/reports.ts'
import { settingWords } from './words.ts'

/** A choice of a setting. */
export interface Choice {
  readonly value: string
  readonly name: string
  /** With it the agent asks less, so that it takes a decision. */
  readonly asksLess: boolean
}

/** Something that can be chosen for a thread: its mode, its model, its level of thought, or what else the agent offers. */
export interface Setting {
  /** Of this app: `mode`, or `option:` and the agent's id. */
  readonly key: string
  readonly name: string
  readonly description: string | null
  readonly value: string
  readonly choices: readonly Choice[]
  /** The command that chooses. */
  command(value: string): SetThreadCommand['setting']
}

/** Which categories come first, in the order in which people ask for them. */
const ORDER: readonly (string | null)[] = ['mode', 'model', 'model_config', 'thought_level']

/**
 * What can be chosen for a thread, in a fixed order. What does not parse is left out; where an agent shows its modes as
 * an option too, the option alone is offered, and what either of them says of asking less counts.
 */
export function readSettings(meta: Pick<ThreadMetaReport, 'modes' | 'options'> | null): readonly Setting[] {
  if (meta === null) return []
  const options = meta.options.flatMap((option) => SessionOption.safeParse(option).data ?? [])
  const modes = meta.modes
  const lessModes = new Set(modes?.available.filter((mode) => mode.asksLess === true).map(({ id }) => id))
  const settings = options
    .toSorted((a, b) => rank(a.category) - rank(b.category))
    .map((option): Setting => ({
      key: `option:${option.id}`,
      name: option.name,
      description: option.description,
      value: option.value,
      choices: option.choices.map(({ value, name, asksLess }) => ({
        value,
        name: option.type === 'boolean' ? (value === 'true' ? settingWords.on : settingWords.off) : name,
        asksLess: asksLess || (option.category === 'mode' && lessModes.has(value)),
      })),
      command: (value) => ({ kind: 'option', optionId: option.id, value }),
    }))
  if (modes === null || options.some((option) => option.category === 'mode')) return settings
  const mode: Setting = {
    key: 'mode',
    name: settingWords.mode,
    description: null,
    value: modes.current,
    choices: modes.available.map(({ id, name, asksLess }) => ({ value: id, name, asksLess: asksLess === true })),
    command: (value) => ({ kind: 'mode', modeId: value }),
  }
  return [mode, ...settings]
}

/** What is chosen, in the words of its choice; the agent's own value where no choice has it. */
export function chosenName(setting: Setting): string {
  return setting.choices.find(({ value }) => value === setting.value)?.name ?? setting.value
}

function rank(category: string | null): number {
  const at = ORDER.indexOf(category)
  return at === -1 ? ORDER.length : at
}
