import { expect, test } from 'vitest'
import { commandOffers, fileOffers, hintOf } from './offers.ts'

const COMMANDS = [
  { name: 'compact', description: 'Make the context smaller' },
  { name: 'memory', description: 'Manage memory', hint: 'show | add' },
  { name: 'memory show', description: 'What is remembered' },
  { name: 'forget', description: 'Leave a memory behind' },
]
const names = (query: string): string[] => commandOffers(COMMANDS, query).map(({ label }) => label)

test('commands that begin with what was typed come first, then those that have it inside or in their description', () => {
  expect(names('')).toHaveLength(4)
  expect(names('Mem')).toEqual(['/memory', '/memory show', '/forget'])
  expect(names('memory s')).toEqual(['/memory show'])
  expect(names('compact the last hour')).toEqual([])
})

test('what may follow a command is told once its name stands there, and no longer than nothing follows', () => {
  expect(hintOf(COMMANDS, '/memory ')).toBe('show | add')
  expect(hintOf(COMMANDS, '/memory')).toBeNull()
  expect(hintOf(COMMANDS, '/memory show ')).toBeNull()
  expect(hintOf(COMMANDS, '/memory x')).toBeNull()
})

test('a folder goes on inside, a file ends its path, and blanks are put in quotation marks', () => {
  const entry = (name: string, kind: 'file' | 'folder' | 'link') => ({ name, kind, bytes: 0 })
  const list = {
    path: 'src',
    entries: [entry('my notes.md', 'file'), entry('parts', 'folder'), entry('.env', 'file'), entry('up', 'link')],
    cut: false,
  }
  expect(fileOffers(list, 'src/').map(({ insert }) => insert)).toEqual(['@"src/my notes.md" ', '@src/parts/'])
  expect(fileOffers(list, 'src/.e').map(({ insert }) => insert)).toEqual(['@src/.env '])
})
