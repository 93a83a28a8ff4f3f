import { commonProtocol, PROTOCOL } from '../../shared/version.ts'
import { CLOSE, type CloseName } from '../../shared/codes/close-codes.ts'
import { Hello } from '../../shared/link/messages.ts'
import { newId } from '../../shared/ids.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { isHelloSigned, mayEnrol } from './proofs.ts'

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

/** Opens the link in the ledger: the orb's key must be the pinned one, or may be pinned now. */
export async function openLink(
  ledger: Ledger,
  localKey: Buffer,
  nonce: string,
  hello: Hello,
  at: number,
): Promise<AcceptedHello | RefusedHello> {
  const link = newId()
  const { orbId, key, generation, stream, title } = hello
  const enrol = mayEnrol(localKey, nonce, hello)
  const opened = await ledger.openLink({ orbId, key, mayEnrol: enrol, generation, stream, link, title, at })
  switch (opened.outcome) {
    case 'ok':
      return { outcome: 'accepted', link, acked: opened.acked }
    case 'unknown-orb':
      return refused('unauthenticated', "An unknown orb must prove that it may read this relay's local.key.")
    case 'wrong-key':
      return refused('forbidden', 'Another key is pinned for this orb.')
    case 'fenced':
      return refused('fenced', CLOSE.fenced.says)
  }
}

function refused(close: CloseName, says: string): RefusedHello {
  return { outcome: 'refused', close, says }
}
