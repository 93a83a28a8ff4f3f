import type { JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { workspaceWords as words } from './words.ts'

/** Why something could not be read from an orb, and a way to try again. */
export function Problem(props: { readonly message: string; readonly onAgain: () => void }): JSX.Element {
  return (
    <div class="workspace-problem" role="alert">
      <p>
        <RevealedText text={props.message} prose />
      </p>
      <Button kind="outlined" onPress={props.onAgain}>
        {words.again}
      </Button>
    </div>
  )
}
