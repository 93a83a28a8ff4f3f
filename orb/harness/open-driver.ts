import type { AdapterManifest } from '../adapters/manifest.ts'
import { AcpDriver } from './acp/acp-driver.ts'
import type { DriverHandlers, HarnessDriver } from './driver.ts'
import { PiDriver } from './pi-rpc/pi-driver.ts'
import type { HarnessProcess } from './provider.ts'

/** The driver for the protocol that a harness speaks. */
export function openDriver(
  manifest: AdapterManifest,
  process: HarnessProcess,
  handlers: DriverHandlers,
): HarnessDriver {
  const { protocol, auth } = manifest
  switch (protocol) {
    case 'acp/1':
      return new AcpDriver(process, handlers, auth.kind === 'external' ? auth.hint : null)
    case 'pi-rpc':
      return new PiDriver(process, handlers)
  }
}
