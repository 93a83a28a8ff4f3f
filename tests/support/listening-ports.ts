import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { processesBelow } from './process-tree.ts'

/** The state of a socket that listens, as /proc writes it. */
const LISTENS = '0A'

/** The TCP ports on which a process, or anything that it started, listens: in order. */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set([pid, ...processesBelow(pid).map((one) => one.pid)].flatMap(socketsOf))
  const ports = [`/proc/${pid}/net/tcp`, `/proc/${pid}/net/tcp6`].flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
        return state === LISTENS && sockets.has(inode) ? [Number.parseInt(local.split(':').at(-1) ?? '', 16)] : []
      }),
  )
  return [...new Set(ports)].sort((a, b) => a - b)
}

/** The inodes of the sockets that a process has open; none where it is gone. */
function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}
