import { expect, test } from 'vitest'
import { accessFor, isOwnHost, isOwnOrigin } from './access.ts'

const access = accessFor(4280, 'localhost', ['http://localhost:5173', 'https://app.localhost'])

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

test('the port that a scheme implies is left out, as browsers do', () => {
  const plain = accessFor(80, '127.0.0.5', [])
  expect(isOwnHost(plain, 'localhost')).toBe(true)
  expect(isOwnHost(plain, '127.0.0.5')).toBe(true)
  expect(isOwnOrigin(plain, 'http://localhost')).toBe(true)
})
