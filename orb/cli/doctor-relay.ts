import { Health } from '../../shared/http/api.ts'
import type { Check } from './doctor-check.ts'

const RELAY_MS = 3000
/** A signed request counts for a minute before and after its time. */
const CLOCK_MS = 60_000

/** Asks a relay how it is: whether it answers, whether phones can reach it, and whether its clock is this one's. */
export async function relayChecks(relay: string): Promise<Check[]> {
  const answer = await asked(relay)
  const said = answer?.health ?? null
  return [relayWords(relay, said), httpsWords(relay, said !== null), clockWords(answer?.date ?? null, Date.now())]
}

interface Answer {
  readonly health: Health
  /** When it answered, by its own clock, in milliseconds. */
  readonly date: number | null
}

async function asked(relay: string): Promise<Answer | null> {
  try {
    const answer = await fetch(`${relay}/healthz`, { redirect: 'error', signal: AbortSignal.timeout(RELAY_MS) })
    const date = Date.parse(answer.headers.get('date') ?? '')
    return { health: Health.parse(await answer.json()), date: Number.isNaN(date) ? null : date }
  } catch {
    return null
  }
}

function relayWords(relay: string, health: Health | null): Check {
  const base = { name: 'relay', grave: false }
  if (health === null) {
    const help = 'Start one with "perigee up" or "perigee relay", or name it with --relay.'
    return { ...base, ok: false, says: `No relay answers at ${relay}.`, help }
  }
  const full = health.storage === 'full'
  const says = `The relay at ${relay} answers (Perigee ${health.software}${full ? '; its disk is full' : ''}).`
  return { ...base, ok: !full, says, help: full ? 'Make room on the disk of the relay.' : null }
}

/** Whether phones accept the relay's address: they want https, with a certificate that is trusted. */
export function httpsWords(relay: string, answers: boolean): Check {
  const base = { name: 'https', grave: false }
  if (new URL(relay).protocol === 'http:') {
    const help = 'Put a proxy with a certificate before it, and name its address: docs/deploy.md says how.'
    return { ...base, ok: false, says: `${relay} is for this machine alone: a phone needs an https address.`, help }
  }
  if (answers) return { ...base, ok: true, says: 'Its certificate is trusted, so that phones accept it.', help: null }
  const help = `Open ${relay}/healthz in a browser: it says whether the address or the certificate is wrong.`
  return { ...base, ok: false, says: `Nothing at ${relay} answers with a certificate that is trusted.`, help }
}

/** Whether the clocks agree; `date` and `now` in milliseconds, null where the relay does not tell. */
export function clockWords(date: number | null, now: number): Check {
  const base = { name: 'clock', grave: false }
  if (date === null) return { ...base, ok: true, says: 'There is no relay to compare the clock with.', help: null }
  const apart = Math.abs(now - date)
  if (apart < CLOCK_MS) return { ...base, ok: true, says: "The clock agrees with the relay's.", help: null }
  const says = `The clock is ${Math.round(apart / 1000)} s apart from the relay's, which refuses what is signed so.`
  return {
    ...base,
    grave: true,
    ok: false,
    says,
    help: 'Let both machines set their clocks by NTP: timedatectl set-ntp true',
  }
}
