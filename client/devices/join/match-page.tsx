import './join-number.css'
import type { JSX } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { Door } from '../door.tsx'
import { shownNumber } from './shown-number.ts'
import { joinWords } from './words.ts'

/** Props of {@link MatchPage}. */
export interface MatchPageProps {
  /** Six digits. */
  readonly number: string
  readonly onCancel: () => void
}

/** The number that the owner has to choose, as large as it can be. */
export function MatchPage(props: MatchPageProps): JSX.Element {
  return (
    <Door
      title={joinWords.matching}
      text={joinWords.matchingText}
      actions={
        <Button wide onPress={() => props.onCancel()}>
          {joinWords.cancel}
        </Button>
      }
    >
      <output class="join-number number" aria-label={joinWords.number}>
        {shownNumber(props.number)}
      </output>
      <p>{joinWords.confirming}</p>
    </Door>
  )
}
