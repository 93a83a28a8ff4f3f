import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openConnection, type Connection } from '../dialect/open.ts'
import { openLedgerInProcess } from '../in-process.ts'
import { migrate, MIGRATIONS } from './migrate.ts'

let folder = ''
let connection: Connection

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-migrate-'))
  connection = openConnection(join(folder, 'ledger.sqlite'), 0)
})

afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true, force: true })
})

const version = (): unknown => connection.pragma('user_version', { simple: true })

describe('migrations', () => {
  it('go forward from wherever a file stands, each once', () => {
    migrate(connection, ['CREATE TABLE a (x)'])
    migrate(connection, ['never run again', 'CREATE TABLE b (x); INSERT INTO b VALUES (1)'])
    migrate(connection, ['', '', 'INSERT INTO b VALUES (2)'])
    expect(connection.prepare('SELECT x FROM b').pluck().all()).toEqual([1, 2])
    expect(version()).toBe(3)
  })

  it('leave the file as it was before the step that fails', () => {
    migrate(connection, ['CREATE TABLE a (x)'])
    expect(() => migrate(connection, ['', 'INSERT INTO a VALUES (1); nonsense'])).toThrow('nonsense')
    expect(connection.prepare('SELECT count(*) FROM a').pluck().get()).toBe(0)
    expect(version()).toBe(1)
  })

  it('refuse a file of a newer Perigee, and leave it alone', async () => {
    connection.pragma('user_version = 99')
    await expect(async () => openLedgerInProcess({ file: join(folder, 'ledger.sqlite') })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(version()).toBe(99)
  })

  it('keep the names of devices from before they had keys, and let none of them in', () => {
    migrate(connection, MIGRATIONS.slice(0, 1))
    connection.exec(`
      INSERT INTO devices VALUES ('phone', 'Phone', 'me', 'You', 'token', 1000, NULL);
      INSERT INTO devices VALUES ('old', 'Old phone', 'me', 'You', 'older token', 500, 900);
      INSERT INTO start_links VALUES ('secret', 2000, 'phone');
    `)
    migrate(connection)
    expect(connection.pragma('foreign_key_check')).toEqual([])
    const rows = connection.prepare('SELECT device_id, device_name, removed_at FROM devices ORDER BY created_at').all()
    expect(rows).toEqual([
      { device_id: 'old', device_name: 'Old phone', removed_at: 900 },
      { device_id: 'phone', device_name: 'Phone', removed_at: expect.any(Number) as number },
    ])
  })

  it('know the schema that they end in', () => {
    migrate(connection)
    expect(version()).toBe(MIGRATIONS.length)
    expect(connection.pragma('foreign_key_check')).toEqual([])
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok')
  })
})
