import { useNavigate } from '@solidjs/router'
import { createSignal, For, Show, untrack, type JSX } from 'solid-js'
import type { FleetOrb } from '../../../shared/rooms/content.ts'
import { useApp } from '../../devices/app-context.ts'
import { useMay } from '../../devices/rights.ts'
import { createOrbStore, type OrbStore } from '../../orbs/orb-store.ts'
import { OrbTrust } from '../../orbs/orb-trust.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { whyFailed } from '../change.ts'
import { Block, Choice, Problem } from '../parts.tsx'
import { settingsWords } from '../words.ts'
import { Enrolment } from './enrol-orb.tsx'
import { NoteTokenList } from './note-tokens.tsx'
import { removeOrb } from './orb-requests.ts'
import { orbCommand } from './shell-command.ts'
import { orbSettingsWords as words } from './words.ts'

/** One orb: how it is trusted, a fresh enrolment for it, its note tokens, and the end of it. */
export function OrbSettings(props: { readonly orb: FleetOrb }): JSX.Element {
  const { session } = useApp()
  const may = useMay()
  // The page is remade for another orb.
  const orbId = untrack(() => props.orb.orbId)
  const store = createOrbStore(session.epoch, orbId)
  return (
    <>
      <h2 class="settings-subject">
        <a href={`/o/${orbId}`}>
          <RevealedText text={props.orb.title} />
        </a>
      </h2>
      <Show when={store.data.orb}>{(orb) => <OrbTrust orb={orb()} />}</Show>
      <Show when={may('manage', { kind: 'orb', orbId })} fallback={<p class="settings-text">{words.lookOnly}</p>}>
        <NoteTokenList orbId={orbId} orb={store} />
        <Renew orb={props.orb} store={store} />
        <Remove orb={props.orb} />
      </Show>
    </>
  )
}

function Renew(props: { readonly orb: FleetOrb; readonly store: OrbStore }): JSX.Element {
  const [why, setWhy] = createSignal<'key' | 'generation'>('key')
  return (
    <Block title={words.renew} text={words.renewText}>
      <Show when={props.store.data.orb} fallback={<p class="settings-text">{words.loading}</p>}>
        {(orb) => (
          <Enrolment
            orb={{ orbId: props.orb.orbId, generation: orb().generation + (why() === 'generation' ? 1 : 0) }}
            command={orbCommand(props.orb.title, '')}
            after={words.afterKnown}
          >
            <Choice
              legend={words.why}
              options={[
                { value: 'key', name: words.newKey, text: words.newKeyText },
                {
                  value: 'generation',
                  name: words.newGeneration,
                  text: `${words.newGenerationText} ${words.generation(orb().generation + 1)}.`,
                },
              ]}
              value={why()}
              onChange={setWhy}
            />
          </Enrolment>
        )}
      </Show>
    </Block>
  )
}

function Remove(props: { readonly orb: FleetOrb }): JSX.Element {
  const navigate = useNavigate()
  const [asking, setAsking] = createSignal(false)
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal<string | null>(null)

  async function remove(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      await removeOrb(props.orb.orbId)
      navigate('/settings/orbs')
    } catch (error) {
      setProblem(whyFailed(error, settingsWords.noAnswer))
    }
    setBusy(false)
  }

  return (
    <Block title={words.remove} text={words.removeText}>
      <Button kind="danger" onPress={() => setAsking(true)}>
        {words.remove}
      </Button>
      <Dialog open={asking()} title={words.removeQuestion(props.orb.title)} onClose={() => setAsking(false)}>
        <ul class="settings-points">
          <For each={words.removeGoes}>{(text) => <li>{text}</li>}</For>
        </ul>
        <p>{words.removeStays}</p>
        <Problem text={problem()} />
        <div class="dialog-actions">
          <Button onPress={() => setAsking(false)}>{words.keep}</Button>
          <Button kind="danger" disabled={busy()} onPress={() => void remove()}>
            {busy() ? words.removing : words.remove}
          </Button>
        </div>
      </Dialog>
    </Block>
  )
}
