import { del, get, set } from 'idb-keyval'
import { deviceStore } from '../platform/device-store.ts'

const identity = deviceStore('perigee-device', 'identity')

/** What stands in this device's identity: its key and whom it believes. */
export interface IdentityStore<T> {
  get<K extends keyof T & string>(name: K): Promise<T[K] | undefined>
  set<K extends keyof T & string>(name: K, value: T[K]): Promise<void>
  del(name: keyof T & string): Promise<void>
}

/** The part of the identity that one capability keeps. Every use rejects where the browser's storage fails. */
export function identityStore<T>(): IdentityStore<T> {
  return {
    get: (name) => get(name, identity()),
    set: (name, value) => set(name, value, identity()),
    del: (name) => del(name, identity()),
  }
}
