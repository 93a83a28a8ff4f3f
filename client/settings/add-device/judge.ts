import type { Invitation } from '../../../shared/devices/invitation.ts'
import {
  joinMac,
  matchChoices,
  matchNumber,
  secretHash,
  type InvitationView,
  type JoiningDevice,
} from '../../../shared/devices/pairing.ts'
import { canonicalJson } from '../../../shared/json/canonical.ts'

/** A device that asks, as it stood when this device first saw it. */
export interface Asking {
  readonly device: JoiningDevice
  readonly commit: string
  /** Where it came from, as the relay saw it. */
  readonly address: string
  /** True where it proved that it has the link; a typed code proves nothing but the number. */
  readonly byLink: boolean
}

/** What this device must know of itself for the match number. */
export interface OwnerSide {
  readonly founding: string
  readonly ownerKey: string
}

/** What to make of the relay's view of an invitation. The relay is not believed: see shared/devices/pairing.ts. */
export type Judged =
  | { readonly step: 'open' }
  /** The request holds so far: this device's nonce may be shown now, to this request alone. */
  | { readonly step: 'reveal' | 'revealed'; readonly asking: Asking }
  | { readonly step: 'match'; readonly asking: Asking; readonly right: string; readonly choices: readonly string[] }
  | { readonly step: 'expired' | 'burned' | 'confirmed' }
  /** Somebody in between changed something. */
  | { readonly step: 'tampered' }

/**
 * Judges a view. `asked`: the request that was judged before, or null; another one in its place is tampering, since a
 * nonce was shown for the first alone.
 */
export async function judge(
  invitation: Invitation,
  owner: OwnerSide,
  asked: Asking | null,
  view: InvitationView,
): Promise<Judged> {
  if (view.state === 'expired' || view.state === 'burned' || view.state === 'confirmed') return { step: view.state }
  const { request } = view
  if (request === null) return asked === null ? { step: 'open' } : { step: 'tampered' }
  const asking: Asking = {
    device: request.device,
    commit: request.commit,
    address: request.address,
    byLink: request.mac !== null,
  }
  if (asked !== null && !isSame(asked, asking)) return { step: 'tampered' }
  if (request.mac !== null && request.mac !== (await joinMac(invitation.secret, asking.device, asking.commit))) {
    return { step: 'tampered' }
  }
  if (view.state === 'open' || view.state === 'requested') return { step: 'reveal', asking }
  if (request.nonce === null) return { step: 'revealed', asking }
  if ((await secretHash(request.nonce)) !== asking.commit) return { step: 'tampered' }
  const right = await matchNumber({
    ...owner,
    device: asking.device,
    ownerNonce: invitation.nonce,
    newNonce: request.nonce,
  })
  return { step: 'match', asking, right, choices: matchChoices(right) }
}

function isSame(one: Asking, other: Asking): boolean {
  const text = ({ device, commit }: Asking): string => canonicalJson({ device, commit })
  return text(one) === text(other)
}
