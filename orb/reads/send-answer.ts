import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { ReadBody } from './read-sources.ts'

/** Where an answer goes. */
export interface AnswerAddress {
  /** `http://…/api/orbs/ORB/reads/READ`. */
  readonly url: string
  readonly ticket: string
  readonly signal: AbortSignal
}

/**
 * Sends a body as fast as it is read at the other end. Rejects where it was not taken whole; a body that fails cuts the
 * request, so that nobody takes a part for all of it.
 */
export async function sendAnswer({ url, ticket, signal }: AnswerAddress, { body, bytes }: ReadBody): Promise<void> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${ticket}`,
    'content-type': 'application/octet-stream',
  }
  if (bytes !== null) headers['content-length'] = String(bytes)
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  const sent = request(url, { method: 'POST', headers, signal, agent: false })
  const answered = new Promise<void>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.resume()
      const { statusCode = 0 } = response
      // Refused before it was whole: the rest is for nobody.
      if (statusCode >= 300) sent.destroy(new Error(`answered with ${statusCode}`))
      else response.on('end', resolve).on('error', reject)
    })
  })
  await Promise.all([pipeline(body, sent, { signal }), answered])
}
