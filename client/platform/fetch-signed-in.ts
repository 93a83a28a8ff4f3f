import { renewSession } from './renewal.ts'

/**
 * Fetches bytes from this app's own relay; where the session has lapsed it is renewed, and the request made once more.
 * Rejects as fetch does.
 */
export async function fetchSignedIn(path: string, options: RequestInit = {}): Promise<Response> {
  const asked = performance.now()
  const get = (): Promise<Response> => fetch(path, { credentials: 'same-origin', ...options })
  const response = await get()
  return response.status === 401 && (await renewSession(asked)) === 'renewed' ? get() : response
}
