import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { AttachmentFetch } from './attachments.ts'

const bytes = Buffer.from('a picture')
const file = {
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
  mediaType: 'image/png',
  name: 'a.png',
}

/** A relay that answers in turn, the last answer ever after; and what it was asked. */
async function relayThat(...answers: RequestListener[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  const fetching = new AttachmentFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'orb-1')
  fetching.use('ticket')
  return { fetching, asked }
}

test('a file is taken by its hash alone: what breaks, lies or never ends is fetched again', async () => {
  const { fetching, asked } = await relayThat(
    (_, response) => response.writeHead(200, { 'content-length': '9' }).end('b picture'),
    (_, response) => {
      response.writeHead(200)
      const more = (): unknown => response.write('x'.repeat(65_536), () => !response.destroyed && more())
      more()
    },
    (_, response) => {
      response.writeHead(200, { 'content-length': '9' })
      response.write('a pic', () => response.destroy())
    },
    (_, response) => response.end(bytes),
  )
  expect(await fetching.fetch(file)).toEqual(bytes)
  expect(asked).toHaveLength(4)
  expect(asked[0]).toBe(`/api/orbs/orb-1/attachments/${file.sha256} Bearer ticket`)
})

test('a file that the relay does not have is said at once', async () => {
  const { fetching, asked } = await relayThat((_, response) => response.writeHead(404).end())
  await expect(fetching.fetch(file)).rejects.toThrow('"a.png" could not be fetched')
  expect(asked).toHaveLength(1)
})
