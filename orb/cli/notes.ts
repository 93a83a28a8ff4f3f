import { newSecret, secretHash } from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import type { NewNoteToken } from '../../shared/notes/notes.ts'
import { readName } from '../../shared/people/name.ts'
import { idOf } from './grant-flags.ts'
import { NOTES_HELP } from './help/orbs.ts'
import { DEVICE_FLAGS, ownClient } from './own-device.ts'
import { say, sayJson, tell } from './terminal.ts'
import { readWords, text, UsageError } from './usage.ts'

const FLAGS = {
  ...DEVICE_FLAGS,
  orb: { type: 'string' },
  thread: { type: 'string' },
  name: { type: 'string' },
} as const

/** `perigee notes token`: what lets a script write notes into one thread, on stdout alone. */
export async function notes(args: readonly string[]): Promise<number> {
  const {
    values,
    words: [verb],
  } = readWords(args, FLAGS, 'notes', 1)
  if (values['help'] === true) {
    process.stdout.write(NOTES_HELP)
    return 0
  }
  if (verb !== 'token') throw new UsageError('Say what to make: perigee notes token --orb ID --thread ID --name NAME')
  const [orbId, threadId] = [idOf(values, 'orb'), idOf(values, 'thread')]
  const name = readName(text(values, 'name') ?? '')
  if (orbId === null || threadId === null || name === null) {
    throw new UsageError('A note token needs --orb, --thread and --name.')
  }
  const { client } = await ownClient(values)
  const token = newSecret()
  const made: NewNoteToken = { tokenId: newId(), name, threadId, tokenSha256: await secretHash(token) }
  await client.tell('POST', `/api/orbs/${orbId}/note-tokens`, made)
  if (values['json'] === true) sayJson({ tokenId: made.tokenId, token })
  else {
    tell('Shown only now. A script sends it as "Authorization: Bearer TOKEN" to POST /api/notes.')
    say(token)
  }
  return 0
}
