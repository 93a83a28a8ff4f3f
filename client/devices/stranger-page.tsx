import type { JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { Door } from './door.tsx'
import { forgetEverything } from './forget.ts'
import { refreshSession } from './session.ts'
import { deviceWords } from './words.ts'

/**
 * The relay does not know this device. That may be a mistake of the relay's, so nothing is cleared unasked: what was
 * written and not sent is still here.
 */
export function StrangerPage(): JSX.Element {
  const forget = async (): Promise<void> => {
    await forgetEverything()
    location.replace('/')
  }
  return (
    <Door
      title={deviceWords.stranger}
      text={deviceWords.strangerText}
      actions={
        <>
          <Button kind="primary" wide onPress={() => void refreshSession()}>
            {deviceWords.again}
          </Button>
          <Button kind="danger" wide onPress={() => void forget()}>
            {deviceWords.strangerForget}
          </Button>
        </>
      }
    />
  )
}
