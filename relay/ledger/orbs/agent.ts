import type { OrbStateReport } from '../../../shared/link/reports.ts'
import type { OrbView } from '../../../shared/rooms/content.ts'

/** What a runner says of its agent, beside its name. */
export type AgentFacts = Pick<OrbView, 'adapter' | 'asking' | 'answeredFromInside' | 'takes'>

/** What a report says of the agent; null for each thing that an earlier runner does not tell. */
export function agentOf({ adapter, asking, answeredFromInside, takes }: OrbStateReport): AgentFacts {
  return {
    adapter: adapter ?? null,
    asking: asking ?? null,
    answeredFromInside: answeredFromInside ?? null,
    takes: takes ?? null,
  }
}

/** The same, as it was stored; null in the row stands for a report of an earlier version. */
export function storedAgent(json: string | null): AgentFacts {
  const nothing = { adapter: null, asking: null, answeredFromInside: null, takes: null }
  return json === null ? nothing : { ...nothing, ...(JSON.parse(json) as Partial<AgentFacts>) }
}
