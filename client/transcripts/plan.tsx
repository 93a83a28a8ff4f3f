import Circle from 'lucide-solid/icons/circle'
import CircleCheck from 'lucide-solid/icons/circle-check'
import CircleDot from 'lucide-solid/icons/circle-dot'
import type { Component, JSX } from 'solid-js'
import { For } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { ownValue } from '../ui/own-value.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { transcriptWords } from './words.ts'

/** A step of a plan; status is ACP's. */
export interface PlanStep {
  readonly content: string
  readonly status: string
}

const icons: Readonly<Record<string, Component<{ class?: string }>>> = {
  in_progress: CircleDot,
  completed: CircleCheck,
}

/** The agent's plan with what is done of it. */
export function Plan(props: { readonly steps: readonly PlanStep[] }): JSX.Element {
  const done = (): number => props.steps.filter((step) => step.status === 'completed').length
  return (
    <section class="entry entry-plan" aria-label={transcriptWords.plan}>
      <p class="entry-by">
        <span class="entry-name">{transcriptWords.plan}</span>
        <span class="number">{transcriptWords.planProgress(done(), props.steps.length)}</span>
      </p>
      <ol role="list" class="plan-steps">
        <For each={props.steps}>
          {(step) => (
            <li class="plan-step" data-status={step.status}>
              <Dynamic component={ownValue(icons, step.status) ?? Circle} class="icon" />
              <span class="visually-hidden">
                <RevealedText text={ownValue(transcriptWords.stepStatus, step.status) ?? step.status} />:
              </span>
              <span dir="auto">
                <RevealedText text={step.content} prose />
              </span>
            </li>
          )}
        </For>
      </ol>
    </section>
  )
}
