import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { FirstCode } from '../../shared/devices/pairing.ts'
import { pageOrigin } from '../device/relay-client.ts'
import { askRelay, readAnswer } from '../device/relay-request.ts'
import { localAuthorization, readLocalKey } from '../keys/local-key.ts'
import { DEFAULT_PORT, homeFolder, relayFolder } from './defaults.ts'
import { NEEDS_HTTPS, wayIn } from './invitation-text.ts'
import { say, sayJson, tell } from './terminal.ts'
import { port, text, type Values } from './usage.ts'

const PATH = '/api/pairing/codes'

/** Asks the relay on this machine for a fresh code for its first device, and shows it. */
export async function firstPairing(values: Values): Promise<number> {
  const relay = `http://localhost:${port(values, DEFAULT_PORT)}`
  const made = await newFirstCode(relay, homeFolder(text(values, 'state')))
  const url = (await pageOrigin(relay)) + made.path
  if (values['json'] === true) {
    sayJson({ url, ...made })
    return 0
  }
  say(wayIn(url, made.code))
  say('The first device owns everything. The link and the code last two minutes, and work once.')
  if (!url.startsWith('https:')) tell(NEEDS_HTTPS)
  return 0
}

/**
 * A first pairing's link and code, with the proof that only the relay's own user can give.
 * @throws PerigeeError where there is no relay, or it has a device already
 */
async function newFirstCode(relay: string, home: string): Promise<FirstCode> {
  const key = readLocalKey(relayFolder(home))
  if (key === null) {
    throw new PerigeeError(
      'not-found',
      `${relayFolder(home)} holds no relay's key. Start a relay first, or name its folder with --state.`,
    )
  }
  const authorization = localAuthorization(key, 'POST', PATH, Date.now())
  const answer = await askRelay(relay, { method: 'POST', path: PATH, body: '{}', authorization })
  if (answer.status === 409) {
    throw new PerigeeError(
      'conflict',
      'This relay has devices already, so it gives no first code. To make this command line one of them, ' +
        'make an invitation in the app (Settings, Devices, Add a device), and run "perigee pair -".',
    )
  }
  return readAnswer(answer, FirstCode)
}
