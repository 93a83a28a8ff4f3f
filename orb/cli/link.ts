import { PerigeeError, ErrorBody } from '../../shared/codes/perigee-error.ts'
import { StartLink } from '../../shared/http/api.ts'
import { localAuthorization, readLocalKey } from '../keys/local-key.ts'
import { DEFAULT_PORT, homeFolder, relayFolder } from './defaults.ts'
import { LINK_HELP } from './help.ts'
import { port, readFlags, text } from './usage.ts'

const FLAGS = {
  port: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const PATH = '/api/start-links'

/** `perigee link`: a new single-use link from the relay on this machine. */
export async function link(args: readonly string[]): Promise<number> {
  const values = readFlags(args, FLAGS, 'link')
  if (values['help'] === true) {
    process.stdout.write(LINK_HELP)
    return 0
  }
  const startUrl = await newStartLink(port(values, DEFAULT_PORT), homeFolder(text(values, 'state')))
  process.stdout.write(values['json'] === true ? `${JSON.stringify({ startUrl })}\n` : `Open ${startUrl}\n`)
  return 0
}

/**
 * Asks the relay at a port for a start link, with the proof that only its own user can give.
 * @throws PerigeeError with a sentence where there is no relay, or it refuses
 */
export async function newStartLink(at: number, home: string): Promise<string> {
  const key = readLocalKey(relayFolder(home))
  if (key === null) {
    throw new PerigeeError(
      'not-found',
      `${relayFolder(home)} holds no relay's key. Start a relay first, or name its folder with --state.`,
    )
  }
  const base = `http://localhost:${at}`
  const authorization = localAuthorization(key, 'POST', PATH, Date.now())
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(base + PATH, { method: 'POST', headers, body: '{}' }).catch((error: unknown) => {
    throw new PerigeeError(
      'unavailable',
      `No relay answers on port ${at}. Start one with "perigee up", or name its port with --port.`,
      error,
    )
  })
  const body: unknown = await answer.json().catch(() => null)
  const made = StartLink.safeParse(body)
  if (answer.ok && made.success) return base + made.data.path
  const refusal = ErrorBody.safeParse(body)
  const why = refusal.success ? refusal.data.error.message : `It answered ${answer.status}.`
  throw new PerigeeError('forbidden', `The relay on port ${at} gave no link. ${why}`)
}
