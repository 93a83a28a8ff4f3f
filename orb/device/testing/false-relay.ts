import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { makeDeviceKey } from '../device-key.ts'
import { RelayClient } from '../relay-client.ts'

/** What a relay under the test's control answers. */
export type Answering = (method: string, path: string, body: unknown) => unknown

/** Starts a relay that answers as the test wants; an Error becomes a refusal. Gives its origin. */
export async function falseRelay(answer: Answering): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const json: unknown = body === '' ? null : JSON.parse(body)
      const said = await answer(request.method ?? '', request.url ?? '', json)
      if (said instanceof Error) response.writeHead(403)
      const refusal = said instanceof Error ? { error: { code: 'forbidden', message: said.message } } : said
      response.end(JSON.stringify(refusal ?? {}))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A device of such a relay. */
export async function deviceAt(relay: string, founding = 'a'.repeat(64)): Promise<RelayClient> {
  const seen = { version: 0, hash: founding }
  const known = { deviceId: 'd1', deviceName: 'Laptop', relay, founding, seen, account: null }
  return new RelayClient({ ...known, key: await makeDeviceKey() })
}
