import type * as z from 'zod/mini'
import { proofHeader, requestText } from '../../shared/devices/proofs.ts'
import { RelayInfo } from '../../shared/devices/pairing.ts'
import { Session } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import { sha256Hex } from '../../shared/json/digest.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { askRelay, readAnswer, refusalOf, type RelayAnswer } from './relay-request.ts'
import type { OwnDevice } from './device-file.ts'

/** The relay as this device speaks with it: every request is proved by its key. */
export class RelayClient {
  readonly device: OwnDevice

  constructor(device: OwnDevice) {
    this.device = device
  }

  /** GET, and reads the answer. */
  async get<T>(path: string, schema: z.ZodMiniType<T>): Promise<T> {
    return readAnswer(await this.send('GET', path), schema)
  }

  /** POST, and reads the answer; a tagged outcome is one whatever its status. */
  async post<T>(path: string, body: unknown, schema: z.ZodMiniType<T>): Promise<T> {
    return readAnswer(await this.send('POST', path, body), schema)
  }

  /**
   * DELETE, or a POST without an answer to read.
   * @throws PerigeeError where it is refused
   */
  async tell(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> {
    const answer = await this.send(method, path, body)
    if (answer.status >= 300) throw refusalOf(answer)
  }

  /** One request with the proof of this device's key. */
  async send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<RelayAnswer> {
    const json = body === undefined ? null : JSON.stringify(body)
    return askRelay(this.device.relay, {
      method,
      path,
      body: json,
      authorization: await this.proof(method, path, json),
    })
  }

  /** The Authorization header that proves one request: good for a minute and once. */
  async proof(method: string, path: string, body: string | null): Promise<string> {
    const { deviceId, key, relay } = this.device
    const bodySha256 = await sha256Hex(new TextEncoder().encode(body ?? ''))
    const asked = { deviceId, method, path, host: new URL(relay).host, at: Date.now(), nonce: newId(), bodySha256 }
    return proofHeader({ ...asked, signature: await key.sign(requestText(asked)) })
  }

  /**
   * Who this device is to the relay, and what it may.
   * @throws PerigeeError where the relay answers for another roster than the one that this device believes
   */
  async session(): Promise<Session> {
    const session = await this.get('/api/session', Session)
    if (session.roster.founding !== this.device.founding || session.deviceId !== this.device.deviceId) {
      throw otherRoster()
    }
    return session
  }
}

/** What anybody may know of a relay. */
export async function relayInfo(relay: string): Promise<RelayInfo> {
  return readAnswer(
    await askRelay(relay, { method: 'GET', path: '/api/relay', body: null, authorization: null }),
    RelayInfo,
  )
}

/** Where a browser opens this relay: its public address, or where this command line finds it. */
export async function pageOrigin(relay: string): Promise<string> {
  const { publicUrl } = await relayInfo(relay)
  const url = publicUrl !== null && URL.canParse(publicUrl) ? new URL(publicUrl) : null
  return url?.protocol === 'https:' ? url.origin : relay
}

/** The relay believes another first owner than this device: it was replaced, or it lies. */
export function otherRoster(): PerigeeError {
  return new PerigeeError(
    'conflict',
    'The relay shows another roster than the one that this command line was paired with. ' +
      'Nothing was sent. Either it was set up anew, or it is not your relay.',
  )
}
