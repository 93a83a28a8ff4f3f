import { createSignal, type Accessor } from 'solid-js'
import { newId } from '../../shared/ids.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import type { Progress } from '../ui/progress.ts'
import { decide, type Choice } from './decide.ts'
import { outcomeSentence } from './outcome-sentence.ts'

/** One person's dealing with one approval on this screen. */
export interface DecisionProgress {
  readonly progress: Accessor<Progress>
  /** What was chosen here, while it is under way or after it was recorded. */
  readonly choice: Accessor<Choice | null>
  /** A true sentence about a choice that did not become the decision; null: nothing to say. */
  readonly problem: Accessor<string | null>
  choose(choice: Choice): Promise<void>
}

/**
 * Follows a choice from the press to the runner's word. `recorded` is said only by the relay, `applied` only by the
 * runner, through the orb's room. A choice that got no answer can be pressed again and goes under the same id.
 */
export function createDecisionProgress(shown: Accessor<ApprovalView>): DecisionProgress {
  const [local, setLocal] = createSignal<'idle' | 'sending' | 'recorded' | 'failed'>('idle')
  const [choice, setChoice] = createSignal<Choice | null>(null)
  const [problem, setProblem] = createSignal<string | null>(null)
  const ids = new Map<string, string>()

  async function choose(next: Choice): Promise<void> {
    if (local() === 'sending' || local() === 'recorded') return
    setChoice(next)
    setProblem(null)
    setLocal('sending')
    const outcome = await decide(shown(), next, idOf(next))
    setLocal(outcome.outcome === 'recorded' ? 'recorded' : 'failed')
    setProblem(outcomeSentence(outcome))
  }

  function idOf(next: Choice): string {
    const key = JSON.stringify(next)
    const id = ids.get(key) ?? newId()
    ids.set(key, id)
    return id
  }

  return {
    choice,
    problem,
    choose,
    progress: () => {
      const { outcome, effect } = shown()
      if (outcome === 'pending') return local()
      return effect === 'applied' ? 'applied' : 'recorded'
    },
  }
}
