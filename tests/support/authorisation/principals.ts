import { newId } from '../../../shared/ids.ts'
import { proofOf } from '../http-proof.ts'
import type { SignedIn } from '../relay-people.ts'
import { PEOPLE, type Person, type World } from './world.ts'

/** Who comes with something else than a person's cookie. */
export const OTHERS = [
  'nobody',
  'a page that is not signed in',
  'a made-up cookie',
  'command line',
  'orb',
  'other orb',
  'fenced runner',
  'note token',
  'revoked note token',
  'joining device',
  'local key',
] as const

/** Everybody who could ask. */
export const PRINCIPALS = [...PEOPLE, ...OTHERS]
/** Somebody who asks. */
export type Principal = (typeof PRINCIPALS)[number]

/** A request without its headers. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: string
}

/** With a cookie that counts. */
export const SIGNED_IN: readonly Principal[] = PEOPLE.filter((name) => !/revoked|lapsed/.test(name))
/** Pages of the relay, signed in or not. */
export const PAGES: readonly Principal[] = [...PEOPLE, 'a page that is not signed in', 'a made-up cookie']

/** What a principal sends to prove who it is, for one request. Each comes from an address of its own. */
export async function headersOf(world: World, who: Principal, asked: Asked): Promise<Record<string, string>> {
  const from = { 'x-forwarded-for': `192.0.2.${PRINCIPALS.indexOf(who) + 1}` }
  return { ...from, ...(await proved(world, who, asked)) }
}

async function proved(world: World, who: Principal, asked: Asked): Promise<Record<string, string>> {
  const { relay, orb, other } = world
  const bearer = (token: string) => ({ authorization: 'Bearer ' + token })
  switch (who) {
    case 'nobody':
      return {}
    case 'a page that is not signed in':
      return { origin: relay.url }
    case 'a made-up cookie':
      return { origin: relay.url, cookie: `perigee-${relay.port}=${newId()}${newId().slice(1)}` }
    case 'command line':
      return { authorization: await proofOf(world.commandLine, { ...asked, host: `localhost:${relay.port}` }) }
    case 'orb':
      return bearer(orb.ticket)
    case 'other orb':
      return bearer(other.ticket)
    case 'fenced runner':
      return bearer(world.fencedTicket)
    case 'note token':
      return bearer(world.noteToken)
    case 'revoked note token':
      return bearer(world.revokedNoteToken)
    case 'joining device':
      return { authorization: 'Perigee-Pairing ' + world.joiningToken }
    case 'local key':
      return { authorization: relay.localProof(asked.method, asked.path) }
    default: {
      const proof = await proofOf(signedIn(world, who), { ...asked, host: `localhost:${relay.port}` })
      return { origin: relay.url, cookie: cookieOf(world, who), 'perigee-proof': proof }
    }
  }
}

/** The cookie of somebody who has one. */
export function cookieOf(world: World, who: Person): string {
  return signedIn(world, who).cookie
}

function signedIn({ people }: World, who: Person): SignedIn {
  const person = people.get(who)
  if (person === undefined) throw new Error(`${who} has no session`)
  return person
}
