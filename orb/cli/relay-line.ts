import * as z from 'zod/mini'
import { FirstCode } from '../../shared/devices/pairing.ts'

const Line = z.object({ url: z.url(), pairing: z.nullable(FirstCode) })

/** What a relay says when it listens, to a program that started it with `--json`. */
export interface RelayLine extends z.infer<typeof Line> {
  readonly port: number
}

/** Reads such a line; null for any other. */
export function readRelayLine(line: string): RelayLine | null {
  try {
    const read = Line.safeParse(JSON.parse(line))
    if (!read.success) return null
    const { port, protocol } = new URL(read.data.url)
    return { ...read.data, port: Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port) }
  } catch {
    return null
  }
}
