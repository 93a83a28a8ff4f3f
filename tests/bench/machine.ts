import { cpus, loadavg, release, totalmem } from 'node:os'

/** What the figures were measured on. */
export function machine(): object {
  return {
    at: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
    kernel: release(),
    node: process.version,
    /** Above the number of cores, somebody else was working too. */
    loadBefore: loadavg()[0],
  }
}
