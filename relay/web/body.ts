import type { Context } from 'hono'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { LIMITS } from '../../shared/limits.ts'

const bodies = new WeakMap<Request, Promise<Uint8Array>>()

/**
 * The bytes of a JSON request's body, read once however often they are asked for: a proof names their hash before a
 * handler parses them. Throws `too-large`, and reads no more than the bound.
 */
export function readBody(c: Context): Promise<Uint8Array> {
  const known = bodies.get(c.req.raw)
  if (known !== undefined) return known
  const body = readBounded(c, LIMITS.requestBytes)
  bodies.set(c.req.raw, body)
  return body
}

/** A body as it comes, or as it was read already. The caller bounds it. */
export async function* requestBody(c: Context): AsyncGenerator<Uint8Array> {
  const known = bodies.get(c.req.raw)
  if (known === undefined) yield* c.req.raw.body ?? []
  else yield await known
}

async function readBounded(c: Context, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new PerigeeError('too-large', `The request is larger than ${limit / 1024} KiB. Nothing was changed.`)
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength
    // A chunked request may be longer than it said, or say nothing.
    if (bytes > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
