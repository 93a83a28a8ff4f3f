import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../harness/json-rpc.ts'
import { askingOf, settingsThatAskLess, worstAsking, type AskingRules } from './asking-rules.ts'
import { metaOfOptions, metaOfSession, NO_META } from './thread-meta.ts'

const RULES: AskingRules = {
  asks: 'by-mode',
  modes: [],
  options: { mode: ['build', 'plan'] },
  modeAnswer: false,
  workspaceSettings: [],
  unasked: null,
}

const mode = (currentValue: string): JsonObject => ({
  type: 'select',
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  currentValue,
  options: ['build', 'plan', 'wild'].map((value) => ({ value, name: value })),
})
const modes = (currentModeId: string): JsonObject => ({
  currentModeId,
  availableModes: ['build', 'plan', 'wild'].map((id) => ({ id, name: id })),
})

describe('where a rule stands for the option alone', () => {
  const meta = metaOfSession(NO_META, { modes: modes('wild'), configOptions: [mode('wild')] }, RULES)

  test('the mode goes by it, too, and both are one setting', () => {
    expect(meta.modes?.available.map((one) => one.asksLess)).toEqual([false, false, true])
    expect(settingsThatAskLess(RULES, meta)).toEqual([{ kind: 'mode', modeId: 'wild' }])
  })

  test('what a person decided of the one counts for the other', () => {
    expect(askingOf(RULES, meta, new Set(), null).state).toBe('unconfirmed')
    expect(askingOf(RULES, meta, new Set(['["mode","wild"]']), null).state).toBe('lowered')
    const back = metaOfOptions(meta, { configOptions: [mode('build')] }, RULES)
    expect(askingOf(RULES, back, new Set(), null).state).toBe('confirmed')
  })
})

test('an agent that does not say what it has to be asked about is not confirmed', () => {
  expect(askingOf(RULES, NO_META, new Set(), null)).toMatchObject({ state: 'unconfirmed' })
  expect(askingOf({ ...RULES, options: {}, modes: ['a'] }, NO_META, new Set(), null).state).toBe('unconfirmed')
  expect(askingOf({ ...RULES, options: {}, asks: 'always' }, NO_META, new Set(), null).state).toBe('confirmed')
})

test('the worst of several is what nobody can rely on', () => {
  const all = (['confirmed', 'unknown', 'lowered', 'unconfirmed', 'never'] as const).map((state) => ({
    state,
    message: null,
  }))
  expect(all.map((_one, index) => worstAsking(all.slice(0, index + 1))?.state)).toEqual(all.map((one) => one.state))
  expect(worstAsking([])).toBeNull()
})

test('a list of models is a setting, however it is offered and however long it is', () => {
  const availableModels = Array.from({ length: 900 }, (_one, at) => ({ modelId: `m${at}`, name: 'x'.repeat(90) }))
  const meta = metaOfSession(NO_META, { models: { currentModelId: 'm500', availableModels } }, RULES)
  const [option] = meta.options
  expect(option).toMatchObject({ id: 'session:model', category: 'model', value: 'm500' })
  expect(option?.choices.length).toBeLessThanOrEqual(100)
  expect(option?.choices.map((choice) => choice.value)).toContain('m500')
})
