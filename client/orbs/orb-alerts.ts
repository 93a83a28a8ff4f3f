import type { Asking } from '../../shared/link/reports.ts'
import type { OrbView } from '../../shared/rooms/content.ts'
import { alertWords } from './alert-words.ts'

/** Something that whoever reads or decides here has to know of the orb first. `bad`: approvals may be worth nothing. */
export interface OrbAlert {
  readonly level: 'bad' | 'plain'
  readonly title: string
  /** What it means, in a sentence of ours. */
  readonly text: string
  /** What the runner says of it, which may quote an agent: shown apart. */
  readonly quote: string | null
}

/** What alerts are made of. */
export type AlertFacts = Partial<Pick<OrbView, 'asking' | 'answeredFromInside' | 'roster'>>

/** Whether an agent that is so asks less than it has to, or might. */
export function isAskingBad(state: Asking['state']): boolean {
  return state === 'never' || state === 'unconfirmed'
}

/** The alerts of an orb, most serious first. `asking`: the thread's own, where one is shown; else the orb's. */
export function orbAlerts(orb: AlertFacts | null, asking: Asking | null = orb?.asking ?? null): readonly OrbAlert[] {
  const alerts: OrbAlert[] = []
  const problem = orb?.roster?.problem ?? null
  if (problem !== null) alerts.push({ level: 'bad', ...alertWords.roster, quote: problem })
  if (asking !== null && asking.state !== 'confirmed') {
    const level = isAskingBad(asking.state) ? 'bad' : 'plain'
    alerts.push({ level, ...alertWords.asking[asking.state], quote: asking.message })
  }
  const inside = orb?.answeredFromInside ?? null
  if (inside !== null) alerts.push({ level: 'bad', ...alertWords.inside, quote: inside })
  return alerts.toSorted((a, b) => rank(a) - rank(b))
}

function rank({ level }: OrbAlert): number {
  return level === 'bad' ? 0 : 1
}
