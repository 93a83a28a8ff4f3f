import { expect, test } from 'vitest'
import { fillJson, fillText, unknownNames, type TemplateValues } from './templates.ts'

const values: TemplateValues = {
  home: '/h',
  workspace: '/w',
  modelUrl: null,
  modelKey: null,
  model: 'm-1',
  random: 'r',
  node: '/node',
  programs: '/p',
  shell: null,
  os: 'linux',
  arch: 'x64',
  baseline: '',
}

test('a text is filled in, and is none where it names what there is not', () => {
  expect(fillText('${home}/x-${os}${baseline}', values)).toBe('/h/x-linux')
  expect(fillText('${home} ${modelKey}', values)).toBeNull()
  expect(fillText('$HOME {home} $' + '{', values)).toBe('$HOME {home} ${')
})

test('a value that looks like a template is not filled in again', () => {
  expect(fillText('${workspace}', { ...values, workspace: '/${home}' })).toBe('/${home}')
})

test('of an object what names nothing is left out, and the whole where its condition is not met', () => {
  const template = {
    model: 'x/${model}',
    url: '${modelUrl}',
    '${model}': { on: true, list: ['${shell}', '${home}'] },
    provider: { $if: 'modelKey', name: 'kept by nobody' },
    chosen: { $if: 'model', name: 'kept' },
  }
  expect(fillJson(template, values)).toEqual({
    model: 'x/m-1',
    'm-1': { on: true, list: ['/h'] },
    chosen: { name: 'kept' },
  })
})

test('names that no template knows are found', () => {
  expect(unknownNames('${home} ${secret} ${constructor}')).toEqual(['secret', 'constructor'])
})
