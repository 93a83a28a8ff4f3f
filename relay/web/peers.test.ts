import { describe, expect, test } from 'vitest'
import { createPeers, limitKey, type Way } from './peers.ts'

const way = (remote: string, forwardedFor?: string, forwardedProto?: string): Way => ({
  remote,
  forwardedFor,
  forwardedProto,
})

describe('an address that a proxy names', () => {
  const peers = createPeers(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])

  test.each<readonly [what: string, asked: Way, from: string]>([
    ['is believed from a proxy of ours', way('127.0.0.1', '203.0.113.9'), '203.0.113.9'],
    ['is believed through two of ours', way('127.0.0.1', '203.0.113.9, 10.1.2.3'), '203.0.113.9'],
    ['is believed over an IPv6 socket', way('::ffff:127.0.0.1', '203.0.113.9'), '203.0.113.9'],
    ['is believed from a network of IPv6', way('fd00::7', '2001:db8::1'), '2001:db8::1'],
    ['is no word of a stranger', way('203.0.113.9', '127.0.0.1'), '203.0.113.9'],
    ['cannot be put in front by who asks', way('127.0.0.1', '198.51.100.1, 203.0.113.9'), '203.0.113.9'],
    ['is no text', way('127.0.0.1', 'unknown'), '127.0.0.1'],
    ['may be missing', way('127.0.0.1'), '127.0.0.1'],
  ])('%s', (_, asked, from) => expect(peers.addressOf(asked)).toBe(from))

  test('is believed from nobody where none is named', () => {
    expect(createPeers([]).addressOf(way('127.0.0.1', '203.0.113.9'))).toBe('127.0.0.1')
  })
})

test('the scheme is a proxy of ours to tell', () => {
  const peers = createPeers(['127.0.0.1'])
  expect(peers.schemeOf(way('127.0.0.1', undefined, 'https'))).toBe('https')
  expect(peers.schemeOf(way('127.0.0.1', undefined, 'https, HTTP'))).toBe('http')
  expect(peers.schemeOf(way('203.0.113.9', undefined, 'http'))).toBeNull()
  expect(peers.schemeOf(way('127.0.0.1'))).toBeNull()
})

test('a household counts once, however many addresses it has', () => {
  expect(limitKey('203.0.113.9')).toBe('203.0.113.9')
  expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(limitKey('2001:db8:1:2::9')).toBe(limitKey('2001:db8:1:2:a::1'))
  expect(limitKey('2001:db8::1')).toBe(limitKey('2001:db8:0:0::2'))
  expect(limitKey('::1')).toBe('0:0:0:0')
  expect(limitKey('unknown')).toBe('unknown')
})
