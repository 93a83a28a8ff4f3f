import { createDecoder, readVarString, readVarUint } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarString, writeVarUint } from 'lib0/encoding'
import { LIMITS } from '../../shared/limits.ts'
import type { DeviceRow } from '../ledger/ledger.ts'

/** Who is at a desk, as the relay states it, with what the device itself says under `state`. */
interface Stamped {
  readonly by: DeviceRow
  readonly state: unknown
}

interface Member {
  readonly device: DeviceRow
  /** The Yjs client id under which this socket is present: the first that it named, once for all. */
  client: number | null
  /** JSON of the stamped state; null: not present. */
  shown: string | null
  /** What it said since it was last passed on. */
  next: string | null | undefined
  notBefore: number
}

/** A state for one client id; null JSON takes it away. */
interface State {
  readonly client: number
  readonly json: string | null
}

/**
 * Presence of one desk, kept by the relay: a device speaks for one client id, the relay stamps who it is, passes the
 * newest state on at a bounded rate, and says itself who left. `K` is a member's key.
 */
export class Presence<K> {
  readonly #members = new Map<K, Member>()
  readonly #now: () => number
  /** Rises for all states alike, and over a restart: a client takes only what is newer than what it has. */
  #clock = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Adds a member, not yet present. */
  join(key: K, device: DeviceRow): void {
    this.#members.set(key, { device, client: null, shown: null, next: undefined, notBefore: 0 })
  }

  /** Removes a member; returns what the others must hear, or null. */
  leave(key: K): Uint8Array | null {
    const member = this.#members.get(key)
    this.#members.delete(key)
    if (member === undefined || member.client === null || member.shown === null) return null
    return this.#encode([{ client: member.client, json: null }])
  }

  /**
   * Takes an awareness update of a member. Of all that it names only the member's own state counts: the stock client
   * repeats those of others. What is too large is left out. True when there is something to pass on.
   */
  receive(key: K, update: Uint8Array): boolean {
    const member = this.#members.get(key)
    if (member === undefined) return false
    for (const { client, json } of readStates(update)) {
      if (member.client === null && this.#mayTake(client, member.device)) member.client = client
      if (client !== member.client) continue
      const stamped = json === null ? null : stamp(member.device, json)
      const pending = member.next === undefined ? member.shown : member.next
      if (stamped !== undefined && stamped !== pending) member.next = stamped
    }
    return member.next !== undefined
  }

  /** What has to be passed on now, by member: `key` is its writer, which gets no echo. */
  gather(): { readonly states: ReadonlyMap<K, State>; readonly isMoreLeft: boolean } {
    const now = this.#now()
    const states = new Map<K, State>()
    let isMoreLeft = false
    for (const [key, member] of this.#members) {
      if (member.next === undefined || member.client === null) continue
      if (member.notBefore > now && member.notBefore - now < 1000) {
        isMoreLeft = true
        continue
      }
      member.notBefore = now + 1000 / LIMITS.awarenessPerSecond
      member.shown = member.next
      member.next = undefined
      states.set(key, { client: member.client, json: member.shown })
    }
    return { states, isMoreLeft }
  }

  /** Gathered states as one update for a member, without its own; null where nothing remains. */
  updateFor(key: K | null, states: ReadonlyMap<K, State>): Uint8Array | null {
    const others = [...states].filter(([writer]) => writer !== key).map(([, state]) => state)
    return others.length === 0 ? null : this.#encode(others)
  }

  /** Everybody who is present but the member itself: for a newcomer, and as a sign of life. */
  everybodyFor(key: K): Uint8Array {
    const states: State[] = []
    for (const [other, { client, shown }] of this.#members) {
      if (other !== key && client !== null && shown !== null) states.push({ client, json: shown })
    }
    return this.#encode(states)
  }

  /** A client id is one socket's; the same device takes it over when it comes back before its old socket has ended. */
  #mayTake(client: number, device: DeviceRow): boolean {
    for (const other of this.#members.values()) {
      if (other.client !== client) continue
      if (other.device.deviceId !== device.deviceId) return false
      other.client = null
      other.shown = null
      other.next = undefined
    }
    return true
  }

  #encode(states: readonly State[]): Uint8Array {
    this.#clock = Math.max(this.#clock + 1, this.#now())
    const encoder = createEncoder()
    writeVarUint(encoder, states.length)
    for (const { client, json } of states) {
      writeVarUint(encoder, client)
      writeVarUint(encoder, this.#clock)
      writeVarString(encoder, json ?? 'null')
    }
    return toUint8Array(encoder)
  }
}

/** The states of an awareness update; what cannot be read is left out. */
function readStates(update: Uint8Array): State[] {
  const states: State[] = []
  try {
    const decoder = createDecoder(update)
    for (let left = readVarUint(decoder); left > 0; left--) {
      const client = readVarUint(decoder)
      // The clock of the device: the relay gives its own.
      readVarUint(decoder)
      const json = readVarString(decoder)
      states.push({ client, json: json === 'null' ? null : json })
    }
  } catch {
    // Presence is worth no quarrel: what came before the fault counts.
  }
  return states
}

/** The state as the others get it; undefined where it is too large or no JSON. */
function stamp(device: DeviceRow, json: string): string | undefined {
  if (Buffer.byteLength(json) > LIMITS.awarenessBytes) return undefined
  try {
    const { deviceId, deviceName, personId, personName } = device
    const stamped: Stamped = { by: { deviceId, deviceName, personId, personName }, state: JSON.parse(json) as unknown }
    return JSON.stringify(stamped)
  } catch {
    return undefined
  }
}
