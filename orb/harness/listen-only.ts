import type { DriverHandlers } from './driver.ts'
import type { JsonObject } from './json-rpc.ts'

/** Handlers that hear updates, and nothing else: every request of the harness is refused. */
export function listenOnly(onUpdate: (update: JsonObject) => void = () => {}): DriverHandlers {
  return {
    onUpdate: (_sessionId, update) => onUpdate(update),
    onRequest: () => false,
    onWithdraw: () => {},
    onElicitationComplete: () => {},
    onTrouble: () => {},
    onNoise: () => {},
    onEnded: () => {},
    mayRead: () => null,
  }
}
