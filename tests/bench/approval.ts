import { once } from 'node:events'
import { WebSocket } from 'ws'
import { randomFor } from '../kill/random.ts'
import { askingScript } from '../kill/scripts.ts'
import { Stage } from '../kill/stage.ts'
import { readOrbRoom } from '../support/room-content.ts'
import { figure, type Figure } from './figures.ts'
import { startOwnPeer, type PeerProcess } from './peers/peer-process.ts'

/** About the size of a small approval. */
const PEER_BYTES = 1024

interface Pass {
  readonly visible: number
  readonly atAgent: number
  readonly applied: number
}

/** How long a person waits for the agent, and the agent for a person, against a bare echo that syncs. */
export async function approval(rounds: number): Promise<Figure[]> {
  const stage = await Stage.start()
  const echo = await startOwnPeer('echo')
  const ours: Pass[] = []
  const peer: number[] = []
  try {
    const trip = await roundTrips(echo)
    for (let round = 0; round < rounds; round += 1) {
      await stage.beginRound()
      ours.push(await decideOnce(stage, round))
      peer.push(await trip())
    }
  } finally {
    await echo.stop()
    await stage.close()
  }
  const about = { unit: 'ms', better: 'less', against: 'ws echo of 1 KB after write and fsync', peer } as const
  return [
    figure({ ...about, name: 'raised by the runner → visible in a room', ours: ours.map((pass) => pass.visible) }),
    figure({ ...about, name: 'decision posted → with the agent', ours: ours.map((pass) => pass.atAgent) }),
    figure({ ...about, name: 'decision posted → shown as applied', ours: ours.map((pass) => pass.applied) }),
  ]
}

async function decideOnce(stage: Stage, round: number): Promise<Pass> {
  const prompt = stage.prompt(askingScript(randomFor('bench', round), `bench-${round}`))
  const { request } = await stage.pending()
  const visible = now() - request.raisedAt
  const posted = now()
  const decision = await stage.device.decide(stage.orbId, request, 'allow')
  await stage.orbRoom.until(
    (doc) => readOrbRoom(doc).approvals.get(request.approvalId)?.effect === 'applied' || null,
    'the decision as applied',
  )
  const applied = now() - posted
  await decision.answer
  await prompt.end
  const atAgent = (stage.agent.answers().at(-1)?.at ?? Number.NaN) - posted
  return { visible, atAgent, applied }
}

/** The clock of this machine, which all processes share, with fractions of a millisecond. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

async function roundTrips(echo: PeerProcess): Promise<() => Promise<number>> {
  const socket = new WebSocket(`ws://127.0.0.1:${echo.port}`, { perMessageDeflate: false })
  await once(socket, 'open')
  const message = 'x'.repeat(PEER_BYTES)
  return async () => {
    const began = performance.now()
    const back = once(socket, 'message')
    socket.send(message)
    await back
    return performance.now() - began
  }
}
