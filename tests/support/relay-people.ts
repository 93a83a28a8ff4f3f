import {
  ENROLMENT_MS,
  enrolmentText,
  type EnrolmentString,
  type UnsignedEnrolment,
} from '../../shared/devices/enrolment.ts'
import {
  newSecret,
  secretHash,
  type AppendOutcome,
  type FirstPairing,
  type RosterPage,
} from '../../shared/devices/pairing.ts'
import { sessionText } from '../../shared/devices/proofs.ts'
import type { Device, RosterChange, RosterEntry } from '../../shared/devices/roster-entry.ts'
import { foldRoster, type Roster } from '../../shared/devices/roster.ts'
import type { Session } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import type { Grant, Person } from '../../shared/people/grants.ts'
import type { Answer, Ask } from './http.ts'
import { makeKey, type TestKey } from './keys.ts'
import { foundingEntry, makeDevice, signEntry, type TestDevice } from './roster.ts'

/** A relay that is asked over HTTP. */
export interface AskedRelay {
  /** The origin of its pages. */
  readonly url: string
  ask(ask: Ask): Promise<Answer>
}

/** A device with a session. */
export interface SignedIn extends TestDevice {
  /** The newest one: `name=value`, as the Cookie header has it. */
  readonly cookie: string
  /** The Set-Cookie header that brought it. */
  readonly setCookie: string
  readonly session: Session
  /** Opens a new session with the device's key where the present one ends soon. */
  renew(): Promise<void>
  /** Opens a new session in place of the present one. */
  reopen(): Promise<void>
}

/** The people and devices of a relay under test. Each device has a key of its own. */
export interface RelayPeople {
  /** The first owner; the relay is paired with the first call. */
  owner(): Promise<SignedIn>
  /** The key that the founding entry names for recovery. */
  recovery(): Promise<TestKey>
  /** One more device of the first owner. */
  signIn(deviceName?: string): Promise<SignedIn>
  /** Somebody new, with a device. */
  addPerson(name: string, grants: readonly Grant[], deviceName?: string): Promise<SignedIn>
  /** One more device of somebody, signed by the first owner and not signed in. */
  addDevice(person: Person, device?: Partial<Device>): Promise<TestDevice>
  /** Signs one more entry on top of the newest, and gives it to the relay. Throws where it is not appended. */
  change(change: RosterChange, by?: SignedIn): Promise<RosterEntry>
  /** The roster as the relay gives it to the owner. */
  roster(): Promise<Roster>
  /** An enrolment that the owner signs for a new orb, or for what `more` says. */
  enrolment(more?: Partial<UnsignedEnrolment>): Promise<EnrolmentString>
}

/** Renewed this long before the end. */
const RENEW_MS = 3 * 60_000
const JSON_TYPE = { 'content-type': 'application/json' }

/** The people of a relay that nobody owns yet; `firstSecret` gives the secret of its first pairing. */
export function relayPeople(relay: AskedRelay, firstSecret: () => string | Promise<string>): RelayPeople {
  let first: Promise<SignedIn> | null = null
  let recoveryKey: TestKey | null = null

  const found = async (): Promise<SignedIn> => {
    const device = await makeDevice({}, { name: 'First browser' })
    recoveryKey = await makeKey()
    const entry = await foundingEntry(device, recoveryKey)
    const pairing: FirstPairing = { proof: { secret: await firstSecret() }, entry }
    await post(relay, '/api/pairing/first', pairing)
    return openSession(relay, device)
  }
  const people: RelayPeople = {
    owner: () => (first ??= found()),
    async recovery() {
      await people.owner()
      if (recoveryKey === null) throw new Error('there is no recovery key')
      return recoveryKey
    },
    async signIn(deviceName = 'Test browser') {
      const { person } = await people.owner()
      return openSession(relay, await people.addDevice(person, { name: deviceName }))
    },
    async addPerson(name, grants, deviceName = name + "'s browser") {
      const person = { personId: newId(), name, grants: [...grants] }
      return openSession(relay, await people.addDevice(person, { name: deviceName }))
    },
    async addDevice(person, device = {}) {
      const made = await makeDevice(person, device)
      await people.change({ kind: 'device.add', device: made.device, person: made.person })
      return made
    },
    async change(change, by) {
      const signer = by ?? (await people.owner())
      for (;;) {
        const { version, hash: previous } = await people.roster()
        const unsigned = { version: version + 1, previous, at: Date.now(), by: signer.device.deviceId, change }
        const entry = await signEntry(signer, unsigned)
        const outcome = (await post(relay, '/api/roster', { entry, invitationId: null }, signer)) as AppendOutcome
        if (outcome.outcome === 'appended') return entry
        if (outcome.outcome === 'refused') throw new Error(`the roster did not change: ${outcome.message}`)
      }
    },
    async roster() {
      const owner = await people.owner()
      await owner.renew()
      const answer = await relay.ask({ path: '/api/roster', headers: { cookie: owner.cookie } })
      const folded = await foldRoster((answer.json() as RosterPage).entries)
      if (folded.outcome === 'refused') throw new Error(`the relay holds no true roster: ${folded.message}`)
      return folded.roster
    },
    async enrolment(more = {}) {
      const owner = await people.owner()
      const { founding, version: rosterVersion } = owner.session.roster
      const secret = newSecret()
      const unsigned: UnsignedEnrolment = {
        enrolmentId: newId(),
        secretHash: await secretHash(secret),
        founding,
        rosterVersion,
        orbId: null,
        generation: 1,
        expiresAt: Date.now() + ENROLMENT_MS,
        by: owner.device.deviceId,
        ...more,
      }
      const enrolment = { ...unsigned, signature: await owner.sign(enrolmentText(unsigned)) }
      await post(relay, '/api/enrolments', { enrolment }, owner)
      return { relay: relay.url, enrolment, secret }
    },
  }
  return people
}

/** Opens a session by a device's key, as its page does. Throws where it is refused. */
export async function openSession(relay: AskedRelay, device: TestDevice): Promise<SignedIn> {
  let { setCookie, session } = await newSession(relay, device)
  const reopen = async (): Promise<void> => {
    ;({ setCookie, session } = await newSession(relay, device))
  }
  return {
    ...device,
    get cookie() {
      return setCookie.split(';', 1)[0] ?? ''
    },
    get setCookie() {
      return setCookie
    },
    get session() {
      return session
    },
    async renew() {
      if (session.expiresAt - Date.now() < RENEW_MS) await reopen()
    },
    reopen,
  }
}

async function newSession(relay: AskedRelay, device: TestDevice): Promise<{ setCookie: string; session: Session }> {
  const { nonce } = (await post(relay, '/api/session/nonce', {})) as { nonce: string }
  const { deviceId } = device.device
  const signature = await device.sign(sessionText(relay.url, nonce, deviceId))
  const answer = await answered(relay, '/api/session', { deviceId, nonce, signature })
  return { setCookie: String(answer.headers['set-cookie']), session: answer.json() as Session }
}

async function post(relay: AskedRelay, path: string, body: unknown, by?: SignedIn): Promise<unknown> {
  await by?.renew()
  return (await answered(relay, path, body, by)).json()
}

async function answered(relay: AskedRelay, path: string, body: unknown, by?: SignedIn): Promise<Answer> {
  const headers = { origin: relay.url, ...JSON_TYPE, ...(by === undefined ? {} : { cookie: by.cookie }) }
  const answer = await relay.ask({ method: 'POST', path, headers, body: JSON.stringify(body) })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer
}
