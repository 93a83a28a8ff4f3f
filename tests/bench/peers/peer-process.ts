import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program that prints its port as its first line, as a process of its own. */
export interface PeerProcess {
  readonly pid: number
  readonly port: number
  stop(): Promise<void>
}

/** Starts Node with these arguments, and waits for the port. */
export async function startPeerProcess(args: readonly string[]): Promise<PeerProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const onExit = (): void => void child.kill('SIGKILL')
  process.once('exit', onExit)
  child.once('exit', () => process.off('exit', onExit))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    pid: child.pid ?? 0,
    port: Number(line),
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Starts one of our own peers (see start-peer.ts) from this same bundle. */
export function startOwnPeer(name: 'echo' | 'broadcast'): Promise<PeerProcess> {
  return startPeerProcess([process.argv[1] ?? '', '--peer', name])
}
