import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { openBlobStore } from './blobs/blob-store.ts'
import type { RelayConfig } from './config/options.ts'
import { createDeviceSockets } from './devices/device-sockets.ts'
import { createLocalProofs, loadLocalKey } from './devices/local-key.ts'
import { makeStartLink } from './devices/start-links.ts'
import { openLedger } from './ledger/open-ledger.ts'
import { createLinks } from './link/links.ts'
import { lockState } from './lock/lock.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createRooms } from './rooms/rooms.ts'
import type { RelayEnv, Services } from './services.ts'
import { startSweeper } from './sweeper/sweeper.ts'
import { accessFor } from './web/access.ts'
import { listen } from './web/listen.ts'
import { createRateLimit } from './web/rate-limit.ts'
import { createShell } from './web/shell.ts'

/** A person who types a link wrong has five tries a minute; guessing 128 bits gets no further with more. */
const WRONG_STARTS_PER_MINUTE = 5
/** Far above what a page asks for, far below what would hold up the ledger. */
const REQUESTS_PER_DEVICE = { most: 6_000, windowMs: 10_000 }

/** Where the parts of the build lie, seen from the program that was started. */
export interface BuildPaths {
  readonly ledgerWorker: URL
  readonly clientDir: string
}

/** A relay that answers. */
export interface RunningRelay {
  /** `http://ADDRESS:PORT`. */
  readonly listening: string
  /** A single-use start link for the first browser. */
  readonly startUrl: string
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
  const rooms = createRooms({ ledger, log, now })
  const metrics = createMetrics(ledger, () => ({ links: links.size, heldBytes: links.heldBytes, rooms: rooms.stats() }))
  const links = createLinks({ ledger, log, metrics, localKey, now, storageFull })
  const sweeper = startSweeper(ledger, log, now)

  const services: Services = {
    ledger,
    log,
    now,
    access: accessFor(listening.port, config.host, config.publicUrls),
    localProofs: createLocalProofs(localKey, now),
    links,
    rooms,
    deviceSockets: createDeviceSockets(),
    blobs: await openBlobStore(join(folder, 'blobs'), config.minFreeBytes),
    metrics,
    wrongStarts: createRateLimit(WRONG_STARTS_PER_MINUTE, 60_000, now),
    requests: createRateLimit(REQUESTS_PER_DEVICE.most, REQUESTS_PER_DEVICE.windowMs, now),
    shell: createShell(paths.clientDir),
  }
  start(createApp(services))
  const { path } = await makeStartLink(ledger, now())
  const { port, address } = listening
  return {
    listening: `http://${hostOf(address)}:${port}`,
    // The name that people can read, where it leads here.
    startUrl: `http://${['127.0.0.1', '::1'].includes(address) ? 'localhost' : address}:${port}${path}`,
    async close() {
      sweeper.stop()
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
