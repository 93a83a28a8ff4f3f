import { createSignal, onCleanup, type Accessor } from 'solid-js'
import { InvitationView } from '../../../shared/devices/pairing.ts'
import type { Person } from '../../../shared/people/grants.ts'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { loadDeviceKey } from '../../devices/device-key.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { loadRoster } from '../../devices/roster-client.ts'
import { api } from '../../platform/api.ts'
import { change, whyFailed } from '../change.ts'
import { settingsWords } from '../words.ts'
import { announced, newInvitation, type Invitation } from '../../../shared/devices/invitation.ts'
import { judge, type Asking, type OwnerSide } from './judge.ts'
import { personFor, type Invitee } from './invitee.ts'

/** Why an invitation let nobody in. `number`: none of the numbers was the one on the other screen. */
export type Ended = 'expired' | 'burned' | 'number' | 'tampered' | 'unreachable' | 'failed' | 'elsewhere'

/** How far letting a device in has come. Times are the relay's, ms. */
export type Inviting =
  | { readonly step: 'making' }
  | { readonly step: 'open'; readonly invitation: Invitation; readonly founding: string; readonly expiresAt: number }
  | { readonly step: 'asking'; readonly asking: Asking }
  | { readonly step: 'match'; readonly asking: Asking; readonly right: string; readonly choices: readonly string[] }
  | { readonly step: 'signing'; readonly asking: Asking }
  | { readonly step: 'done'; readonly asking: Asking; readonly person: Person }
  | { readonly step: 'ended'; readonly why: Ended; readonly message?: string | undefined }

/** An invitation under way. */
export interface InvitingStore {
  readonly state: Accessor<Inviting>
  /** False while the relay does not answer. */
  readonly heard: Accessor<boolean>
  /** The number that the other screen shows; null: none of them. A wrong one burns the invitation. */
  choose(number: string | null): Promise<void>
}

const POLL_MS = 500

/** Invites a device for somebody, from the making to the signed entry. It is burned where its page is left before the end. */
export function createInviting(invitee: Invitee): InvitingStore {
  const [state, setState] = createSignal<Inviting>({ step: 'making' })
  const [heard, setHeard] = createSignal(true)
  const invitation = newInvitation()
  const path = '/api/invitations/' + invitation.invitationId
  let owner: OwnerSide | null = null
  let asked: Asking | null = null
  let expiresAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false

  const end = (why: Ended, message?: string): void => void setState({ step: 'ended', why, message })
  const burn = (): Promise<unknown> => api('DELETE', path).catch(() => undefined)

  async function make(): Promise<void> {
    try {
      const [{ roster }, key] = [await loadRoster(), await loadDeviceKey()]
      if (key === null) return end('failed', settingsWords.notSigned)
      owner = { founding: roster.founding, ownerKey: key.publicKey.point }
      const view = InvitationView.parse((await api('POST', '/api/invitations', await announced(invitation))).body)
      expiresAt = view.expiresAt
      if (isGone) return void burn()
      setState({ step: 'open', invitation, founding: roster.founding, expiresAt })
      timer = setTimeout(() => void look(), POLL_MS)
    } catch (error) {
      if (error instanceof PerigeeError) end('failed', error.message)
      else end('unreachable')
    }
  }

  async function look(): Promise<void> {
    const view = await api('GET', path).then(
      ({ body }) => InvitationView.parse(body),
      (error: unknown) => (error instanceof PerigeeError && error.code === 'not-found' ? 'gone' : null),
    )
    if (isGone) return
    setHeard(view !== null)
    if (view === 'gone') return end('expired')
    if (view !== null) {
      expiresAt = view.expiresAt
      await take(view)
    } else if (relayNow() > expiresAt) return end('expired')
    const { step } = state()
    if (!isGone && (step === 'open' || step === 'asking')) timer = setTimeout(() => void look(), POLL_MS)
  }

  async function take(view: InvitationView): Promise<void> {
    if (owner === null) return
    const judged = await judge(invitation, owner, asked, view)
    switch (judged.step) {
      case 'open':
        return
      case 'reveal':
        asked = judged.asking
        setState({ step: 'asking', asking: judged.asking })
        // Where this gets no answer the next look says whether it came through.
        await api('POST', path + '/reveal', { nonce: invitation.nonce }).catch(() => setHeard(false))
        return
      case 'revealed':
        setState({ step: 'asking', asking: judged.asking })
        return
      case 'match':
        setState(judged)
        return
      case 'tampered':
        void burn()
        return end('tampered')
      case 'confirmed':
        return end('elsewhere')
      default:
        return end(judged.step)
    }
  }

  async function choose(number: string | null): Promise<void> {
    const now = state()
    if (now.step !== 'match') return
    if (number !== now.right) {
      void burn()
      return end('number')
    }
    setState({ step: 'signing', asking: now.asking })
    try {
      const person = personFor(invitee, (await loadRoster()).roster)
      if (person === null) return end('failed', settingsWords.conflict)
      const device = { ...now.asking.device, personId: person.personId }
      const outcome = await change({ kind: 'device.add', device, person }, invitation.invitationId)
      if (outcome.outcome === 'failed') return end('failed', outcome.message)
      setState({ step: 'done', asking: now.asking, person })
    } catch (error) {
      end('failed', whyFailed(error, settingsWords.notSigned))
    }
  }

  onCleanup(() => {
    isGone = true
    clearTimeout(timer)
    const { step } = state()
    if (step === 'open' || step === 'asking' || step === 'match') void burn()
  })
  void make()
  return { state, heard, choose }
}
