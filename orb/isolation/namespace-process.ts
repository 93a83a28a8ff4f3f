import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { GroupedProcess, spawned, type Company, type PipedProcess } from '../harness/grouped-process.ts'
import { killGroup, signalGroup } from '../harness/process-group.ts'
import { processIdentity } from '../harness/process-identity.ts'
import type { Confined, HarnessProcess, StopWaits } from '../harness/provider.ts'

/** How long the kernel may take to end a namespace after its first process was killed. */
const GONE_MS = 5000

/**
 * Starts bubblewrap, which tells the number of the namespace's first process on file descriptor 3. What runs inside ends
 * with that process, whatever session or group it has moved to.
 * @throws PerigeeError with a sentence where bubblewrap cannot be started
 */
export async function startNamespace(confined: Confined, waits?: StopWaits): Promise<HarnessProcess> {
  const { command, args, cwd, env } = confined
  const child = spawn(command, ['--info-fd', '3', ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  }) as PipedProcess
  const info = textOf(child.stdio[3] as Readable)
  await spawned(child, confined)
  return new GroupedProcess(child, namespaceCompany(child.pid ?? 0, info), waits)
}

function namespaceCompany(outer: number, info: Promise<string>): Company {
  let inner: { readonly pid: number; readonly identity: string } | null = null
  const known = info.then((text) => {
    const pid = firstProcess(text)
    const identity = pid === null ? null : processIdentity(pid)
    if (pid !== null && identity !== null) inner = { pid, identity }
  })
  return {
    signal(signal) {
      // Bubblewrap passes no signal on. The first process inside leads the group that the agent starts in, and is not
      // ended itself by a signal from outside, unless it is SIGKILL.
      if (inner !== null && processIdentity(inner.pid) === inner.identity) signalGroup(inner.pid, signal)
      if (inner === null || signal === 'SIGKILL') signalGroup(outer, signal)
    },
    async end() {
      // The kernel ends the namespace once bubblewrap is gone; nothing of it is left when its first process is.
      await killGroup(outer)
      await known
      const until = Date.now() + GONE_MS
      while (inner !== null && processIdentity(inner.pid) === inner.identity && Date.now() < until) {
        signalGroup(inner.pid, 'SIGKILL')
        await sleep(5)
      }
    },
  }
}

function firstProcess(info: string): number | null {
  try {
    const said = JSON.parse(info) as { 'child-pid'?: unknown }
    return typeof said['child-pid'] === 'number' ? said['child-pid'] : null
  } catch {
    return null
  }
}

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  try {
    for await (const piece of stream.setEncoding('utf8')) text += String(piece)
  } catch {
    // Bubblewrap ended before it said anything.
  }
  return text
}
