/** What became of a try to be signed in again. `unreachable`: the relay did not answer, so nothing is known. */
export type Renewal = 'renewed' | 'refused' | 'unreachable'

let renew: (since: number) => Promise<Renewal> = async () => 'refused'

/** Says how a session is renewed: the one who holds the device's key does, and requests and sockets know it not. */
export function setRenewal(how: (since: number) => Promise<Renewal>): void {
  renew = how
}

/**
 * Makes sure of a session that is newer than a moment (of performance.now()): the one with which something was refused
 * was older. Many may ask at once; one session serves them all. Never throws.
 */
export function renewSession(since: number): Promise<Renewal> {
  return renew(since)
}
