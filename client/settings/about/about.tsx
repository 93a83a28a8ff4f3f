import { createSignal, For, onMount, type JSX } from 'solid-js'
import { Health } from '../../../shared/http/api.ts'
import { PROTOCOL, SOFTWARE } from '../../../shared/version.ts'
import { askRelay } from '../../platform/api.ts'
import { InstallSteps } from '../../welcome/install-steps.tsx'
import { Block, Facts } from '../parts.tsx'
import { LICENCES } from './licences.ts'
import { aboutWords as words } from './words.ts'

/** Which versions these are, how to install the app, where it is explained, and whose work is in it. */
export function About(): JSX.Element {
  const [relay, setRelay] = createSignal<string>(words.asking)
  onMount(() => {
    void askRelay('GET', '/healthz').then(
      ({ body }) => setRelay(Health.parse(body).software),
      () => setRelay(words.noAnswer),
    )
  })
  return (
    <>
      <Block title={words.versions}>
        <Facts
          facts={[
            [words.app, SOFTWARE],
            [words.relay, <>{relay()}</>],
            [words.protocol, [...new Set(PROTOCOL)].join('–')],
          ]}
        />
      </Block>
      <Block title={words.install} text={words.installText}>
        <InstallSteps />
      </Block>
      <Block title={words.docs} text={words.docsText} />
      <Block title={words.licence} text={words.licenceText}>
        <ul class="settings-list" role="list">
          <For each={LICENCES}>
            {({ name, licence }) => (
              <li class="settings-line">
                <code>{name}</code> <span class="settings-text">{licence}</span>
              </li>
            )}
          </For>
        </ul>
      </Block>
    </>
  )
}
