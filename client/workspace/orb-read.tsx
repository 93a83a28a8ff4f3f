import { createResource, Match, Switch, type Accessor, type JSX } from 'solid-js'
import { Skeleton } from '../ui/skeleton.tsx'
import { Problem } from './problem.tsx'
import type { OrbAnswer } from './read-orb.ts'

/** Something that is read from an orb, as far as it has come. */
export interface OrbRead<Value> {
  /** Undefined until it is here, and where it is not to be had. */
  readonly here: Accessor<Value | undefined>
  /** Why it is not to be had. */
  readonly problem: Accessor<string | undefined>
  readonly again: () => void
}

/** Reads something from an orb, anew whenever `source` changes. */
export function createOrbRead<Source extends object, Value>(
  source: () => Source,
  load: (source: Source) => Promise<OrbAnswer<Value>>,
): OrbRead<Value> {
  const [answer, { refetch }] = createResource(source, load)
  return {
    here: () => (answer.latest?.is === 'here' ? answer.latest.value : undefined),
    problem: () => (answer.latest?.is === 'not' ? answer.latest.message : undefined),
    again: () => void refetch(),
  }
}

/** What was read, or its outline while it comes, or why it does not come. */
export function OrbReadView<Value>(props: {
  readonly read: OrbRead<Value>
  /** Of the outline. */
  readonly lines: number
  readonly children: (value: Accessor<NonNullable<Value>>) => JSX.Element
}): JSX.Element {
  return (
    <Switch fallback={<Skeleton lines={props.lines} />}>
      <Match when={props.read.problem()}>
        {(message) => <Problem message={message()} onAgain={props.read.again} />}
      </Match>
      <Match when={props.read.here()}>{(value) => props.children(value)}</Match>
    </Switch>
  )
}
