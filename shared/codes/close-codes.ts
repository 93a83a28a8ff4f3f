/**
 * Every code with which a Perigee socket is closed on purpose. 44xx is final for that socket's purpose, as the
 * stock WebsocketProvider understands it; 45xx is worth another try.
 */
export const CLOSE = {
  badMessage: { code: 4400, says: 'A message could not be understood.' },
  unauthenticated: { code: 4401, says: 'This connection is not signed in.' },
  forbidden: { code: 4403, says: 'No right to this here.' },
  notFound: { code: 4404, says: 'There is no such room.' },
  readOnly: { code: 4405, says: 'This room is written by the relay alone.' },
  staleRoom: { code: 4409, says: 'This copy of the room has ended: start with an empty one.' },
  replaced: { code: 4410, says: 'A newer connection of the same orb took over.' },
  fenced: { code: 4411, says: 'A newer generation of this orb exists: this runner must stop.' },
  tooLarge: { code: 4413, says: 'A message or document is over its limit.' },
  protocol: { code: 4426, says: 'No common protocol version.' },
  slow: { code: 4503, says: 'The relay is busy, closing, or you read too slowly: connect again.' },
  gap: { code: 4504, says: 'Events are missing in between: send again from the acknowledged one.' },
  storageFull: { code: 4507, says: 'The relay cannot store more: keep what you have and try again later.' },
} as const

/** The name of a close code. */
export type CloseName = keyof typeof CLOSE

/** True when connecting again in the same way cannot help. */
export function isFinalClose(code: number): boolean {
  return code >= 4400 && code < 4500
}

/** The name of a code of ours, or null for any other. */
export function closeName(code: number): CloseName | null {
  for (const name of Object.keys(CLOSE) as CloseName[]) if (CLOSE[name].code === code) return name
  return null
}
