import { createSignal, lazy, Show, Suspense, type JSX } from 'solid-js'

const Welcome = lazy(() => import('./welcome.tsx'))

const KEY = 'perigee:welcomed'

/** The cards of the first run, on a device that has not put them away. */
export function FirstRun(): JSX.Element {
  const [isNew, setNew] = createSignal(!wasWelcomed())
  return (
    <Show when={isNew()}>
      <Suspense>
        <Welcome
          onDone={() => {
            setNew(false)
            remember()
          }}
        />
      </Suspense>
    </Show>
  )
}

/** Where nothing can be remembered, nothing is shown: better never than each time. */
function wasWelcomed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return true
  }
}

function remember(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // It was readable a moment ago; then it holds until the page closes.
  }
}
