/** Every error that a Perigee program reports, with the HTTP status that carries it. */
export const ERRORS = {
  'bad-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  unpaired: 403,
  'wrong-origin': 403,
  'wrong-host': 421,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'not-json': 415,
  'too-many': 429,
  internal: 500,
  'not-supported': 501,
  unavailable: 503,
  'storage-full': 507,
} as const

/** A name in the error table. */
export type ErrorCode = keyof typeof ERRORS
