import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Adds one record to a file of JSON lines and returns only when it is on the disk. So what stands
 * there was received by this process before it acted on it, whatever killed it afterwards.
 */
export function appendDurably(file: string, record: object): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const handle = openSync(file, 'a', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(record)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
