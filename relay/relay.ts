import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { FirstCode } from '../shared/devices/pairing.ts'
import { liveDevice } from '../shared/devices/roster.ts'
import { NOTES_PER_MINUTE } from '../shared/notes/notes.ts'
import { createApp } from './app.ts'
import { openBlobStore } from './blobs/blob-store.ts'
import { dialAddress, isLoopbackHost } from './config/addresses.ts'
import type { RelayConfig } from './config/options.ts'
import { createDeviceSockets } from './devices/device-sockets.ts'
import { createFirstWayIn } from './devices/first-pairing.ts'
import { createLocalProofs, loadLocalKey } from './devices/local-key.ts'
import { createNonces } from './devices/nonces.ts'
import { createRequestProofs } from './devices/request-proofs.ts'
import { openRosters } from './devices/rosters.ts'
import { openLedger } from './ledger/open-ledger.ts'
import { createLinks } from './link/links.ts'
import { lockState } from './lock/lock.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createReads } from './reads/reads.ts'
import { createRooms } from './rooms/rooms.ts'
import type { RelayEnv, Services } from './services.ts'
import { startSweeper } from './sweeper/sweeper.ts'
import { accessFor } from './web/access.ts'
import { listen } from './web/listen.ts'
import { createLimits } from './web/limits.ts'
import { createPeers } from './web/peers.ts'
import { createShell } from './web/shell.ts'

/** Where the parts of the build lie, seen from the program that was started. */
export interface BuildPaths {
  readonly ledgerWorker: URL
  readonly clientDir: string
}

/** A relay that answers. */
export interface RunningRelay {
  /** `http://ADDRESS:PORT`, for programs on this machine. */
  readonly listening: string
  /** Where people open the app: the public address where there is one. */
  readonly url: string
  /** It has an owner. */
  readonly isPaired: boolean
  /** Makes a link and a code for the first owner, to be shown to nobody but who started this; null where there is one. */
  makeFirstCode(): FirstCode | null
  /** Stops accepting, tells every peer to come back later, and resolves once the ledger is closed. */
  close(): Promise<void>
}

/**
 * Starts a relay. Rejects with a sentence for people where it cannot run. `fail` is called where it cannot go on
 * later: nothing can be stored any more, and the process must end.
 */
export async function startRelay(
  config: RelayConfig,
  paths: BuildPaths,
  log: Logger,
  fail: (error: Error) => void,
): Promise<RunningRelay> {
  const now = Date.now
  const folder = join(config.state, 'relay')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = lockState(folder)
  const localKey = loadLocalKey(folder)

  // The port is part of what is answered, so it is bound first; who asks before the rest is there waits for it.
  let start: (app: Hono<RelayEnv>) => void = () => undefined
  const app = new Promise<Hono<RelayEnv>>((resolve) => {
    start = resolve
  })
  const listening = await listen(config.host, config.port, app)
  const ledger = await openLedger({
    file: join(folder, 'ledger.sqlite'),
    workerUrl: paths.ledgerWorker,
    ...(config.ledgerMaxBytes === null ? {} : { maxBytes: config.ledgerMaxBytes }),
    minFreeBytes: config.minFreeBytes,
    log,
    onFailure: fail,
  })
  const { storageFull } = await ledger.stats()
  const rosters = await openRosters({ ledger, log, now })
  const deviceSockets = createDeviceSockets(now)
  // A revoked device sees nothing more from this moment on.
  rosters.subscribe((roster) => deviceSockets.endAllBut((deviceId) => liveDevice(roster, deviceId) !== null))
  const firstWayIn = createFirstWayIn(now)
  const reads = createReads()
  rosters.subscribe(() => reads.recheck())
  const rooms = createRooms({ ledger, log, now, rosters })
  const metrics = createMetrics(ledger, () => ({ links: links.size, heldBytes: links.heldBytes, rooms: rooms.stats() }))
  const trustedKeys = new Set(config.trustedOrbKeys)
  const links = createLinks({ ledger, log, metrics, reads, rosters, trustedKeys, now, storageFull })
  const sweeper = startSweeper(ledger, log, now)

  const access = accessFor(listening.port, config.host, config.publicUrls)

  const services: Services = {
    ledger,
    log,
    now,
    access,
    peers: createPeers(config.trustedProxies),
    rosters,
    firstWayIn,
    nonces: createNonces(now),
    localProofs: createLocalProofs(localKey, now),
    requestProofs: createRequestProofs(rosters, now),
    links,
    reads,
    rooms,
    deviceSockets,
    blobs: await openBlobStore(join(folder, 'blobs'), config.minFreeBytes),
    metrics,
    limits: createLimits(now, NOTES_PER_MINUTE),
    plainCookie: `perigee-${listening.port}`,
    shell: createShell(paths.clientDir),
  }
  start(createApp(services))
  const { port } = listening
  const address = dialAddress(listening.address)
  return {
    listening: `http://${hostOf(address)}:${port}`,
    // The name that people can read, where it leads here.
    url: access.publicUrl ?? `http://${isLoopbackHost(address) ? 'localhost' : hostOf(address)}:${port}`,
    isPaired: rosters.present !== null,
    makeFirstCode: () => (rosters.present === null ? firstWayIn.make() : null),
    async close() {
      sweeper.stop()
      deviceSockets.stop()
      const closed = listening.stop()
      await Promise.all([links.close(), rooms.close()])
      await closed
      await ledger.close()
      lock.release()
    },
  }
}

/** An address as it stands in a URL. */
function hostOf(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
