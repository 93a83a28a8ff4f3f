import { expect, test } from 'vitest'
import { accessFor, isOwnHost, isOwnOrigin } from './access.ts'

const access = accessFor(4280, 'localhost', [
  'http://localhost:5173',
  'https://app.localhost',
  'https://perigee.example',
])

test.each(['localhost:4280', '127.0.0.1:4280', '[::1]:4280', 'LocalHost:4280', 'localhost:5173', 'app.localhost'])(
  'Host %s is ours',
  (host) => expect(isOwnHost(access, host)).toBe(true),
)

test.each([
  undefined,
  '',
  'localhost',
  'localhost:4281',
  'localhost:4280.evil.example',
  'evil.example',
  'evil.example:4280',
  '0.0.0.0:4280',
  'perigee.example:4280',
  'localhost:4280, evil.example',
  'app.localhost:4280',
])('Host %s is not ours', (host) => expect(isOwnHost(access, host)).toBe(false))

test.each(['http://localhost:4280', 'http://127.0.0.1:4280', 'http://[::1]:4280', 'https://app.localhost'])(
  'Origin %s is ours',
  (origin) => expect(isOwnOrigin(access, origin)).toBe(true),
)

test.each([
  undefined,
  '',
  'null',
  'https://localhost:4280',
  'http://localhost',
  'http://localhost:4280/',
  'HTTP://LOCALHOST:4280',
  'http://localhost:4281',
  'http://sub.localhost:4280',
  'http://evil.example',
])('Origin %s is not ours', (origin) => expect(isOwnOrigin(access, origin)).toBe(false))

test('a configured address is answered, and is no page', () => {
  const open = accessFor(4280, '192.168.1.4', [])
  expect(isOwnHost(open, '192.168.1.4:4280')).toBe(true)
  expect(isOwnOrigin(open, 'http://192.168.1.4:4280')).toBe(false)
  expect(isOwnHost(open, 'localhost:4280')).toBe(true)
})

test('a host counts as secure where it is reached over https alone', () => {
  expect([...access.secureHosts]).toEqual(['app.localhost', 'perigee.example'])
  expect(accessFor(443, 'localhost', ['https://localhost:8443']).secureHosts).toEqual(new Set(['localhost:8443']))
  expect(access.publicUrl).toBe('https://app.localhost')
  expect(accessFor(4280, 'localhost', ['http://localhost:5173']).publicUrl).toBeNull()
})

test('the port that a scheme implies is left out, as browsers do', () => {
  const plain = accessFor(80, '127.0.0.5', [])
  expect(isOwnHost(plain, 'localhost')).toBe(true)
  expect(isOwnHost(plain, '127.0.0.5')).toBe(true)
  expect(isOwnOrigin(plain, 'http://localhost')).toBe(true)
})
