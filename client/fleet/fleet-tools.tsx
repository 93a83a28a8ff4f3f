import './fleet.css'
import { Show, type JSX } from 'solid-js'
import { SearchField } from '../ui/search-field.tsx'
import type { FleetOrder } from './fleet-choices.ts'
import { fleetWords } from './words.ts'

/** Fewer are seen at a glance. */
const MANY = 9

/** Props of {@link FleetTools}. */
export interface FleetToolsProps {
  /** All orbs, found or not. */
  readonly count: number
  readonly words: string
  readonly onWords: (words: string) => void
  readonly order: FleetOrder
  readonly onOrder: (order: FleetOrder) => void
}

/** Above a fleet of several orbs: how it is divided, and where there are many, a search. */
export function FleetTools(props: FleetToolsProps): JSX.Element {
  return (
    <Show when={props.count > 1}>
      <div class="fleet-tools">
        <Show when={props.count >= MANY || props.words !== ''}>
          <SearchField label={fleetWords.search} value={props.words} onInput={(words) => props.onWords(words)} />
        </Show>
        <div class="fleet-order" role="group" aria-label={fleetWords.order}>
          <OrderButton {...props} value="state" name={fleetWords.byState} />
          <OrderButton {...props} value="project" name={fleetWords.byProject} />
        </div>
      </div>
    </Show>
  )
}

function OrderButton(props: FleetToolsProps & { readonly value: FleetOrder; readonly name: string }): JSX.Element {
  return (
    <button type="button" aria-pressed={props.order === props.value} onClick={() => props.onOrder(props.value)}>
      {props.name}
    </button>
  )
}
