import { describe, expect, test } from 'vitest'
import { CLOSE, closeName, isFinalClose } from './codes/close-codes.ts'
import { ERRORS, type ErrorCode } from './codes/error-codes.ts'
import { PerigeeError, isErrorCode, toPerigeeError } from './codes/perigee-error.ts'
import { Id, newId } from './ids.ts'
import { StreamEvent } from './link/events.ts'
import { UpMessage } from './link/messages.ts'
import { KnownReport } from './link/reports.ts'
import { parseRoomName, roomName } from './rooms/names.ts'
import { SOFTWARE, commonProtocol } from './version.ts'
import manifest from '../package.json' with { type: 'json' }

test('an id is 132 random bits that every URL and room name can carry', () => {
  const ids = new Set(Array.from({ length: 1000 }, newId))
  expect(ids.size).toBe(1000)
  for (const id of ids) expect(Id.safeParse(id).success && id.length === 22).toBe(true)
})

test('no new id begins as an option of a command line does', () => {
  expect(Array.from({ length: 2000 }, newId).filter((id) => id.startsWith('-'))).toEqual([])
})

describe('codes', () => {
  test('every close code is its own, and 44xx alone is final', () => {
    const codes = Object.values(CLOSE).map((close) => close.code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter(isFinalClose)).toEqual(codes.filter((code) => code < 4500))
    for (const code of codes) expect(closeName(code)).not.toBeNull()
    expect(closeName(1006)).toBeNull()
  })

  test('a thrown thing never shows its inside', () => {
    const secret = new Error('/root/secret')
    expect(JSON.stringify(toPerigeeError(secret).toBody())).not.toContain('secret')
    expect(toPerigeeError(secret).cause).toBe(secret)
    const own = new PerigeeError('gone', 'It is gone.')
    expect(toPerigeeError(own)).toBe(own)
    for (const code of Object.keys(ERRORS) as ErrorCode[])
      expect(new PerigeeError(code, '').status).toBeGreaterThanOrEqual(400)
    expect(isErrorCode('toString')).toBe(false)
  })
})

describe('versions', () => {
  test('the software is the package', () => {
    expect(SOFTWARE).toBe(manifest.version)
  })

  test.each([
    [[1, 3], [2, 5], 3],
    [[1, 1], [1, 1], 1],
    [[1, 1], [2, 3], null],
  ] as const)('%j and %j meet at %s', (mine, theirs, common) => {
    expect(commonProtocol(mine, theirs)).toBe(common)
  })
})

describe('room names', () => {
  test.each(['fleet:me', 'orb:x_-1', 'thread:' + newId(), 'desk:a'])('%s is one', (name) => {
    const parsed = parseRoomName(name)
    expect(parsed && roomName(parsed.kind, parsed.id)).toBe(name)
  })

  test.each(['', 'orb', 'orb:', ':x', 'orb:../x', 'orb:a b', 'toString:x', 'orb:' + 'x'.repeat(65), 'orb:a:b'])(
    '%j is none',
    (name) => {
      expect(parseRoomName(name)).toBeNull()
    },
  )
})

describe('the link', () => {
  const entry = {
    type: 'entry',
    seq: 1,
    at: 1,
    threadId: 't',
    runId: null,
    entryId: 'e',
    op: 'append',
    kind: 'agent_message',
    bytes: 2,
    body: {},
  }

  test('keeps fields that it does not know', () => {
    const parsed = StreamEvent.parse({ ...entry, later: { field: 1 } })
    expect(parsed).toHaveProperty('later.field', 1)
    const report = StreamEvent.parse({ type: 'report', seq: 2, at: 1, report: { name: 'from.the.future', x: 1 } })
    expect(report).toHaveProperty('report.x', 1)
    expect(KnownReport.safeParse({ name: 'from.the.future' }).success).toBe(false)
  })

  test.each([
    ['no type', { ...entry, type: undefined }],
    ['a fractional seq', { ...entry, seq: 1.5 }],
    ['a negative clock', { ...entry, at: -1 }],
    ['an unknown operation', { ...entry, op: 'erase' }],
    ['a path for an id', { ...entry, threadId: '../etc' }],
    ['the name of every prototype for an id', { ...entry, threadId: '__proto__' }],
    ['an absurd kind', { ...entry, kind: 'k'.repeat(65) }],
  ])('refuses %s', (_name, event) => {
    expect(UpMessage.safeParse({ t: 'events', events: [event] }).success).toBe(false)
  })

  test('refuses an empty or an endless batch', () => {
    expect(UpMessage.safeParse({ t: 'events', events: [] }).success).toBe(false)
    expect(UpMessage.safeParse({ t: 'events', events: Array.from({ length: 257 }, () => entry) }).success).toBe(false)
  })
})
