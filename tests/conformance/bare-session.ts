import type { AdapterManifest } from '../../orb/adapters/manifest.ts'
import type { HarnessDriver, HarnessRequest } from '../../orb/harness/driver.ts'
import { isObject } from '../../orb/harness/json-rpc.ts'
import { openDriver } from '../../orb/harness/open-driver.ts'
import type { HarnessProcess } from '../../orb/harness/provider.ts'

/** A session with a harness and no runner in between: for what the runner never lets happen. */
export interface BareSession {
  readonly sessionId: string
  readonly driver: HarnessDriver
  /** What the agent said in it so far. */
  said(): string
  /** What it asked and nobody answered. */
  readonly asked: readonly HarnessRequest[]
  /** Waits until something is so; false where it is not within so many milliseconds. */
  until(is: () => boolean, waitMs: number): Promise<boolean>
}

/** Greets a harness, and gives the way to open sessions in the mode in which it asks. */
export async function bareHarness(
  manifest: AdapterManifest,
  process: HarnessProcess,
): Promise<(cwd: string) => Promise<BareSession>> {
  const said = new Map<string, string>()
  const asked: HarnessRequest[] = []
  const listeners = new Set<() => void>()
  const tell = (): void => listeners.forEach((listener) => listener())
  const driver = openDriver(manifest, process, {
    onUpdate(sessionId, { sessionUpdate, content }) {
      if (sessionUpdate !== 'agent_message_chunk' || !isObject(content)) return
      said.set(sessionId, (said.get(sessionId) ?? '') + String(content['text']))
      tell()
    },
    onRequest(request) {
      if (request.method !== 'session/request_permission') return false
      asked.push(request)
      tell()
      return true
    },
    onWithdraw: () => {},
    onElicitationComplete: () => {},
    onTrouble: () => {},
    onNoise: () => {},
    onEnded: tell,
    mayRead: () => null,
  })
  await driver.initialize()
  if (manifest.auth.kind === 'authenticate') await driver.authenticate(manifest.auth.methodId)

  return async (cwd) => {
    const { sessionId } = await driver.newSession(cwd)
    for (const step of manifest.afterSession) await make(driver, sessionId, step)
    return {
      sessionId,
      driver,
      asked,
      said: () => said.get(sessionId) ?? '',
      until: (is, waitMs) =>
        new Promise((resolve) => {
          const settle = (so: boolean): void => {
            clearTimeout(timer)
            listeners.delete(look)
            resolve(so)
          }
          const look = (): void => {
            if (is()) settle(true)
          }
          const timer = setTimeout(() => settle(is()), waitMs)
          listeners.add(look)
          look()
        }),
    }
  }
}

type Step = AdapterManifest['afterSession'][number]

async function make(driver: HarnessDriver, sessionId: string, { set, option = '', value }: Step): Promise<void> {
  if (set === 'mode') await driver.setMode(sessionId, value)
  else if (set === 'model') await driver.setModel(sessionId, value)
  else await driver.setOption(sessionId, option, value)
}
