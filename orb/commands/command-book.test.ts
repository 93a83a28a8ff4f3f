import { expect, onTestFinished, test } from 'vitest'
import type { LinkCommand } from '../../shared/commands/commands.ts'
import { openOrbStore, type OrbStore } from '../spool/orb-store.ts'
import { testFolder } from '../testing/folder.ts'
import { CommandBook } from './command-book.ts'

async function open(folder: string): Promise<{ store: OrbStore; book: CommandBook; effects: string[] }> {
  const store = await openOrbStore(folder)
  onTestFinished(() => {
    if (store.db.open) store.close()
  })
  const effects: string[] = []
  const book = new CommandBook(store.db, store.journal, (report) => {
    if (report.name === 'command.effect') effects.push(`${report.commandId}:${report.effect}`)
  })
  return { store, book, effects }
}

function command(cmdSeq: number): LinkCommand {
  const by = { personId: 'me', personName: 'You', deviceId: 'd', deviceName: 'Phone' }
  const body = { kind: 'prompt' as const, threadId: 't', text: 'hello' }
  return { commandId: `c${cmdSeq}`, cmdSeq, generation: 1, fence: 0, at: 1, by, command: body }
}

test('a command that comes again is known, and is not reported again', async () => {
  const { book, effects } = await open(testFolder())
  expect(book.receive(command(1))).toBe(true)
  expect(book.receive(command(1))).toBe(false)
  expect(effects).toEqual(['c1:delivered'])
})

test('a command ends once', async () => {
  const { book, effects } = await open(testFolder())
  book.receive(command(1))
  expect(book.finish('c1', 'refused', 'no')).toBe(true)
  expect(book.finish('c1', 'applied')).toBe(false)
  expect(book.intend('c1')).toBe(false)
  expect(effects).toEqual(['c1:delivered', 'c1:refused'])
})

test('finished means: everything below, too', async () => {
  const { book } = await open(testFolder())
  for (const cmdSeq of [1, 2, 3]) book.receive(command(cmdSeq))
  book.finish('c3', 'applied')
  expect(book.finishedCmdSeq()).toBe(0)
  book.finish('c1', 'unknown')
  book.finish('c2', 'undeliverable')
  expect(book.finishedCmdSeq()).toBe(3)
})

test('after a crash it is known what was begun, what was only stored, and what is finished', async () => {
  const folder = testFolder()
  const before = await open(folder)
  for (const cmdSeq of [1, 2, 3]) before.book.receive(command(cmdSeq))
  before.book.finish('c1', 'applied')
  expect(before.book.intend('c2')).toBe(true)
  before.store.close()
  const { book } = await open(folder)
  expect(book.intended().map((one) => one.commandId)).toEqual(['c2'])
  expect(book.waiting()).toEqual([command(3)])
  expect(book.finishedCmdSeq()).toBe(1)
  expect(book.receive(command(1))).toBe(false)
})
