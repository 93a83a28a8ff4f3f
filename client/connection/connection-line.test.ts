import { expect, test } from 'vitest'
import { connectionLine, type ConnectionFacts } from './connection-line.ts'
import { connectionWords } from './words.ts'

const fine: ConnectionFacts = {
  online: true,
  room: { state: 'live' },
  meta: { epoch: 'e', incarnation: 1, asOf: 50, storageFull: false },
  orbAwaySince: null,
}

test.each<[string, Partial<ConnectionFacts>, string, boolean, number | undefined]>([
  ['all is well', {}, connectionWords.connected, false, undefined],
  ['no network', { online: false, room: { state: 'away', since: 70 } }, connectionWords.deviceOffline, true, 50],
  ['no network, and a relay on this machine', { online: false }, connectionWords.connected, false, undefined],
  ['no network yet', { online: false, room: { state: 'catching-up' } }, connectionWords.catchingUp, false, 50],
  ['no relay', { room: { state: 'away', since: 70 }, orbAwaySince: 3 }, connectionWords.relayAway, true, 50],
  [
    'no relay and nothing seen yet',
    { room: { state: 'away', since: 70 }, meta: null },
    connectionWords.relayAway,
    true,
    70,
  ],
  ['coming back', { room: { state: 'catching-up' } }, connectionWords.catchingUp, false, 50],
  ['no orb', { orbAwaySince: 30 }, connectionWords.orbAway, true, 30],
  ['signed out', { room: { state: 'refused', code: 4401 } }, connectionWords.signedOut, true, 50],
  ['not shared', { room: { state: 'refused', code: 4403 } }, connectionWords.forbidden, true, 50],
  ['gone', { room: { state: 'refused', code: 4404 } }, connectionWords.notThere, true, 50],
])('%s', (_name, change, text, bad, asOf) => {
  expect(connectionLine({ ...fine, ...change })).toEqual({ text, bad, asOf })
})

test('a full relay is said on every page', () => {
  const meta = { epoch: 'e', incarnation: 1, asOf: 50, storageFull: true }
  expect(connectionLine({ ...fine, meta }).text).toBe(connectionWords.storageFull)
})
