import { readFileSync } from 'node:fs'

/** Linux counts CPU time in ticks of this length, in milliseconds, on every machine that Node runs on. */
const TICK_MS = 10

/** CPU time that a process and its threads have used so far, in milliseconds. Linux only. */
export function cpuTimeOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold spaces; counted from its end, user and system time are the 12th and 13th.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
