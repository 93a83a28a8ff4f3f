import { PAIR_HELP } from './help/devices.ts'
import { firstPairing } from './first-pairing.ts'
import { join } from './join.ts'
import { DEVICE_FLAGS } from './own-device.ts'
import { readWords, text, UsageError } from './usage.ts'

const FLAGS = {
  ...DEVICE_FLAGS,
  port: { type: 'string' },
  relay: { type: 'string' },
  name: { type: 'string' },
} as const

/**
 * `perigee pair`: without a word, a code for the first device of the relay on this machine; with one, makes this command
 * line a device.
 */
export async function pair(args: readonly string[]): Promise<number> {
  const {
    values,
    words: [word],
  } = readWords(args, FLAGS, 'pair', 1)
  if (values['help'] === true) {
    process.stdout.write(PAIR_HELP)
    return 0
  }
  if (word !== undefined) {
    if (text(values, 'port') !== null) throw new UsageError('--port is for "perigee pair" alone; use --relay here.')
    return join(values, word)
  }
  if (text(values, 'relay') !== null || text(values, 'name') !== null) {
    throw new UsageError('To make this command line a device, write "perigee pair -" and paste the link or the code.')
  }
  return firstPairing(values)
}
