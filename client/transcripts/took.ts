/** How long an entry took by the runner's clock, in ms: what its body says, or null where it says nothing of use. */
export function tookOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('tookMs' in body)) return null
  const { tookMs } = body
  return typeof tookMs === 'number' && Number.isFinite(tookMs) && tookMs >= 0 ? tookMs : null
}
