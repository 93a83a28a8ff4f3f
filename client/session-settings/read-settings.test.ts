import { expect, test } from 'vitest'
import { chosenName, readSettings } from './read-settings.ts'

const MODES = {
  current: 'default',
  available: [
    { id: 'default', name: 'Asks' },
    { id: 'yolo', name: 'Acts', asksLess: true },
  ],
}
const option = (id: string, category: string | null, value: string, names: readonly string[]): unknown => ({
  id,
  name: id,
  description: null,
  category,
  type: 'select',
  value,
  choices: names.map((name) => ({ value: name, name, asksLess: false })),
})

test('the mode comes first, then model and thought, then what else there is; what does not parse is left out', () => {
  const settings = readSettings({
    modes: MODES,
    options: [option('zeal', null, 'high', ['high']), { id: 7 }, option('model', 'model', 'a', ['a', 'b'])],
  })
  expect(settings.map(({ key }) => key)).toEqual(['mode', 'option:model', 'option:zeal'])
  expect(settings[0]?.command('yolo')).toEqual({ kind: 'mode', modeId: 'yolo' })
  expect(settings[1]?.command('b')).toEqual({ kind: 'option', optionId: 'model', value: 'b' })
})

test('modes that are an option as well are offered once, and what asks less is marked whichever of them says so', () => {
  const settings = readSettings({ modes: MODES, options: [option('m', 'mode', 'default', ['default', 'yolo'])] })
  expect(settings.map(({ key }) => key)).toEqual(['option:m'])
  expect(settings[0]?.choices.map(({ asksLess }) => asksLess)).toEqual([false, true])
})

test('a value that no choice has is shown as the agent says it', () => {
  const [mode] = readSettings({ modes: { ...MODES, current: 'plan' }, options: [] })
  expect(mode === undefined ? null : chosenName(mode)).toBe('plan')
})
