import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LinkCommand } from '../../shared/commands/commands.ts'
import { openOrbDatabase } from '../spool/database.ts'
import { Journal } from '../spool/journal.ts'
import { CommandBook } from './command-book.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-commands-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const command: LinkCommand = {
  commandId: 'command-1',
  cmdSeq: 1,
  generation: 1,
  fence: 0,
  at: 1,
  by: { personId: 'me', personName: 'You', deviceId: 'device', deviceName: 'Phone' },
  command: { kind: 'prompt', threadId: 'thread', text: 'make the tests pass' },
}

function open() {
  const db = openOrbDatabase(join(folder, 'spool.sqlite'))
  const journal = new Journal(db)
  return { db, journal, book: new CommandBook(db, journal, () => {}) }
}

test('the first command ended the runner, because SQLite was given one value for two places', () => {
  const { db, journal, book } = open()
  book.receive(command)
  expect(book.intend(command.commandId)).toBe(true)
  book.finish(command.commandId, 'applied')
  journal.close()
  expect(book.finishedCmdSeq()).toBe(1)
  db.close()
})

test('a crash between intent and applied leaves an intended command, whole, and not one that waits', () => {
  const before = open()
  before.book.receive(command)
  before.book.intend(command.commandId)
  before.db.close()
  const { db, book } = open()
  expect(book.intended()).toEqual([command])
  expect(book.waiting()).toEqual([])
  expect(book.receive(command)).toBe(false)
  db.close()
})
