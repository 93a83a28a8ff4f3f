import type { ClientCapabilities, SessionConfigOption, SessionModeState, SessionUpdate } from '@agentclientprotocol/sdk'
import { ModeId, MODES, SessionOptions, type SessionRecord } from './record.ts'

/** The size of the context that the agent pretends to have, in tokens, and how many it pretends to get for a dollar. */
const CONTEXT_TOKENS = 200_000
const TOKENS_FOR_A_DOLLAR = 100_000

/** The modes on offer and the one that holds, as ACP shows them. */
export function modeState(record: SessionRecord): SessionModeState {
  return { currentModeId: record.modeId, availableModes: MODES.map((mode) => ({ ...mode })) }
}

/** The settings of a session as ACP shows them. A boolean one is offered only to a client that knows booleans. */
export function configOptions(record: SessionRecord, client: ClientCapabilities): SessionConfigOption[] {
  const { model, thoughts, pace, checks } = record.options
  const options: SessionConfigOption[] = [
    {
      type: 'select',
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      currentValue: record.modeId,
      options: MODES.map((mode) => ({ value: mode.id, name: mode.name, description: mode.description })),
    },
    {
      type: 'select',
      id: 'model',
      name: 'Model',
      category: 'model',
      currentValue: model,
      options: [
        { value: 'script-1', name: 'Script 1', description: 'Plays the script' },
        { value: 'script-2', name: 'Script 2', description: 'Plays the same script' },
      ],
    },
    {
      type: 'select',
      id: 'thoughts',
      name: 'Thoughts',
      category: 'thought_level',
      currentValue: thoughts,
      options: [
        { value: 'full', name: 'Shown' },
        { value: 'none', name: 'Left out' },
      ],
    },
    {
      type: 'select',
      id: 'pace',
      name: 'Pace',
      category: 'model_config',
      currentValue: pace,
      options: [
        { value: 'normal', name: 'Normal' },
        { value: 'slow', name: 'Slow' },
        { value: 'instant', name: 'Instant' },
      ],
    },
  ]
  if (client.session?.configOptions?.boolean) {
    options.push({ type: 'boolean', id: 'checks', name: 'Run the check', currentValue: checks })
  }
  return options
}

/** The record with one setting changed, or null where there is no such setting or value. */
export function withSetting(record: SessionRecord, id: string, value: unknown): SessionRecord | null {
  if (id === 'mode') {
    const mode = ModeId.safeParse(value)
    return mode.success ? { ...record, modeId: mode.data } : null
  }
  if (!Object.hasOwn(record.options, id)) return null
  const options = SessionOptions.safeParse({ ...record.options, [id]: value })
  return options.success ? { ...record, options: options.data } : null
}

/** A usage report: as measured, or with the figures given. Four characters count as a token. */
export function usage(record: SessionRecord, used: number | null, size: number | null): SessionUpdate {
  const tokens = used ?? Math.ceil(record.characters / 4)
  return {
    sessionUpdate: 'usage_update',
    used: tokens,
    size: size ?? CONTEXT_TOKENS,
    cost: { amount: tokens / TOKENS_FOR_A_DOLLAR, currency: 'USD' },
  }
}
