import type { Page } from 'playwright-core'
import { newId } from '../../shared/ids.ts'
import type { Grant, Person } from '../../shared/people/grants.ts'
import type { RelayProcess } from '../support/relay-process.ts'

/**
 * Makes this browser a device of somebody, as pairing would leave it: a key of its own in its storage, which the first
 * owner lets in. Ends on the page at `path`, where one is named. For tests that are not about pairing: a key is made faster than people pair.
 */
export async function letIn(
  page: Page,
  relay: RelayProcess,
  person: Person,
  name = 'Chrome on Linux',
  path: string | null = '/',
): Promise<string> {
  const { session } = await relay.owner()
  const deviceId = newId()
  // A page of this origin without the app, which would look for a key at once.
  const blank = relay.url + '/blank'
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(blank)
  const point = await page.evaluate(keepKey, { deviceId, founding: session.roster.founding })
  // While any route is there, every request of the page takes the way through the test.
  await page.unroute(blank)
  await relay.addDevice(person, { deviceId, name, key: { alg: 'p256', point } })
  if (path !== null) await page.goto(relay.url + path)
  return deviceId
}

/** Somebody who is not there yet. */
export function somebody(name: string, grants: readonly Grant[]): Person {
  return { personId: newId(), name, grants: [...grants] }
}

/** In the page: makes a key that cannot be read, keeps it where the app looks for it, and gives its public point. */
async function keepKey({ deviceId, founding }: { deviceId: string; founding: string }): Promise<string> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const point = btoa(String.fromCharCode(...raw))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('perigee-device')
    request.onupgradeneeded = () => request.result.createObjectStore('identity')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('The identity could not be opened.'))
  })
  await new Promise<void>((resolve, reject) => {
    const change = database.transaction('identity', 'readwrite')
    change.objectStore('identity').put({ deviceId, point, secret: pair.privateKey }, 'key')
    change.objectStore('identity').put({ founding, seen: null }, 'pin')
    change.oncomplete = () => resolve()
    change.onabort = () => reject(new Error('The key was not kept.'))
  })
  database.close()
  return point
}
