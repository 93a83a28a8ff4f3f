import { commonProtocol, PROTOCOL } from '../../shared/version.ts'
import { CLOSE, type CloseName } from '../../shared/codes/close-codes.ts'
import { Hello } from '../../shared/link/messages.ts'
import { newId } from '../../shared/ids.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Rosters } from '../devices/rosters.ts'
import { admissionOf } from './admission.ts'
import { isHelloSigned } from './proofs.ts'

/** A hello that is one, in a version that both speak. */
export interface ReadHello {
  readonly outcome: 'read'
  readonly hello: Hello
  readonly protocol: number
}

/** A hello whose link is open in the ledger, which has its stream up to `acked`. */
export interface AcceptedHello {
  readonly outcome: 'accepted'
  readonly link: string
  readonly acked: number
}

/** Why there is no link. */
export interface RefusedHello {
  readonly outcome: 'refused'
  readonly close: CloseName
  readonly says: string
}

/** Reads a first message: its version, its schema, and whether it is signed by the key that it names. */
export async function readHello(message: unknown, nonce: string): Promise<ReadHello | RefusedHello> {
  // The version comes first: a hello of another one may look different in everything else.
  const version = Hello.shape.protocol.safeParse((message as { protocol?: unknown } | null)?.protocol)
  const protocol = version.success ? commonProtocol(PROTOCOL, version.data) : null
  if (version.success && protocol === null) {
    return refused('protocol', `This relay speaks protocol ${PROTOCOL.join(' to ')}. Install a runner that does.`)
  }
  const hello = Hello.safeParse(message)
  if (!hello.success || protocol === null) {
    const path = hello.error?.issues[0]?.path.join('.') ?? ''
    return refused('badMessage', `The first message is no hello${path === '' ? '' : `: see "${path}"`}.`)
  }
  if (!(await isHelloSigned(nonce, hello.data))) {
    return refused('unauthenticated', "The proof is not by the hello's key over this link's nonce.")
  }
  return { outcome: 'read', hello: hello.data, protocol }
}

/** What the relay knows of whom to let in. */
export interface Doorkeeper {
  readonly ledger: Ledger
  readonly rosters: Pick<Rosters, 'present'>
  /** Keys (points, base64url) of orbs that may be pinned without an enrolment: those that this relay was started with. */
  readonly trustedKeys: ReadonlySet<string>
}

/** Opens the link in the ledger: the orb's key and generation must be the known ones, or may become it now. */
export async function openLink(
  { ledger, rosters, trustedKeys }: Doorkeeper,
  hello: Hello,
  at: number,
): Promise<AcceptedHello | RefusedHello> {
  const link = newId()
  const { orbId, key, generation, stream, title } = hello
  const { admission, refused: why } = await admissionOf(hello, rosters.present, trustedKeys, at)
  const opened = await ledger.openLink({ orbId, key, admission, generation, stream, link, title, at })
  if (opened.outcome === 'ok') return { outcome: 'accepted', link, acked: opened.acked }
  if (opened.outcome === 'fenced') return refused('fenced', CLOSE.fenced.says)
  if (opened.outcome === 'removed') return refused('notFound', 'This orb was removed from the relay.')
  if (why !== null) return refused('forbidden', `The enrolment does not count. ${why}`)
  switch (opened.outcome) {
    case 'unknown-orb':
      return refused('unauthenticated', 'An orb that is not known here needs an enrolment that an owner signed.')
    case 'wrong-key':
      return refused('forbidden', 'Another key is pinned for this orb. A new one needs an enrolment of this orb.')
    case 'needs-enrolment':
      return refused(
        'forbidden',
        `This orb is in generation ${opened.generation}. A higher one needs an enrolment of it.`,
      )
    case 'spent':
      return refused('forbidden', 'The enrolment was used already, is too old, or is not meant for this orb.')
  }
}

function refused(close: CloseName, says: string): RefusedHello {
  return { outcome: 'refused', close, says }
}
