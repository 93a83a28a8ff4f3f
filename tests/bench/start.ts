import { startRelayProcess } from '../support/relay-process.ts'
import { figure, type Figure } from './figures.ts'
import { startPeerProcess } from './peers/peer-process.ts'

const BARE_SERVER = `
const server = require('node:http').createServer((request, response) => response.end('ok'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.on('SIGTERM', () => process.exit(0))
`

/** From the spawn of a relay on a ledger that is there to its first healthy answer, against a bare Node server. */
export async function start(rounds: number): Promise<Figure[]> {
  const relay = await startRelayProcess(['--log-level', 'warn'])
  const ours: number[] = []
  const peer: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      await relay.stop()
      const began = performance.now()
      await relay.restart()
      await healthy(`${relay.url}/healthz`)
      ours.push(performance.now() - began)

      const peerBegan = performance.now()
      const server = await startPeerProcess(['-e', BARE_SERVER])
      await healthy(`http://127.0.0.1:${server.port}/`)
      peer.push(performance.now() - peerBegan)
      await server.stop()
    }
  } finally {
    await relay.dispose()
  }
  const against = 'node -e with an http server that answers ok'
  return [figure({ name: 'relay spawned → /healthz', unit: 'ms', better: 'less', against, ours, peer })]
}

async function healthy(url: string): Promise<void> {
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
}
