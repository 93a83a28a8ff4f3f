import { createSignal, lazy, Show, Suspense, type JSX } from 'solid-js'
import { readLocal, writeLocal } from '../platform/local-storage.ts'

const Welcome = lazy(() => import('./welcome.tsx'))

const KEY = 'perigee:welcomed'

/** The cards of the first run, on a device that has not put them away. */
export function FirstRun(): JSX.Element {
  const [isNew, setNew] = createSignal(isFirstRun())
  return (
    <Show when={isNew()}>
      <Suspense>
        <Welcome
          onDone={() => {
            setNew(false)
            writeLocal(KEY, '1')
          }}
        />
      </Suspense>
    </Show>
  )
}

/** Where nothing can be remembered, nothing is shown: better never than each time. */
function isFirstRun(): boolean {
  return readLocal(KEY) === null
}
