import type { JSX } from 'solid-js'
import { createSignal, For } from 'solid-js'
import { OrbDial, Mark } from '../look/dial.tsx'
import { RiskBadge } from '../look/risk-badge.tsx'
import type { OrbFace } from '../look/states.ts'
import { faceWord } from '../look/states.ts'
import { chooseAppearance } from '../look/theme.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FourStateButton } from '../ui/four-state-button.tsx'
import { HoldButton } from '../ui/hold-button.tsx'
import type { Progress } from '../ui/progress.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { HUGE_COMMAND, SNEAKY_COMMAND } from './samples.ts'

const FACES: OrbFace[] = [
  'waits',
  'working',
  'idle',
  'starting',
  'paused',
  'hibernated',
  'stopped',
  'failed',
  'unreachable',
]
const AGES = [0, 1, 10, 60, 360, 1440]
const PROGRESS: Progress[] = ['idle', 'sending', 'recorded', 'applied', 'failed']
const WORDS = {
  idle: 'Allow once',
  sending: 'Sending',
  recorded: 'Allowed, on its way',
  applied: 'Allowed',
  failed: 'Try again',
}

/** The small parts, each in its states. */
export function PartsScene(): JSX.Element {
  const [fired, setFired] = createSignal(0)
  const [held, setHeld] = createSignal(false)
  return (
    <main class="gallery-parts">
      <section>
        <h2>Theme and mark</h2>
        <div class="gallery-row">
          <Mark size={48} label="Perigee" />
          <Button onPress={() => chooseAppearance({ theme: 'system' })}>System</Button>
          <Button onPress={() => chooseAppearance({ theme: 'light' })}>Light</Button>
          <Button onPress={() => chooseAppearance({ theme: 'dark' })}>Dark</Button>
        </div>
      </section>
      <section>
        <h2>Dials</h2>
        <For each={FACES}>
          {(face) => (
            <div class="gallery-row">
              <For each={[20, 32, 96] as const}>
                {(size) => <OrbDial face={face} lastActivity={Date.now()} size={size} />}
              </For>
              <For each={AGES}>
                {(age) => <OrbDial face={face} lastActivity={Date.now() - age * 60_000} size={32} />}
              </For>
              <span class="gallery-label">{faceWord(face)}</span>
            </div>
          )}
        </For>
      </section>
      <section>
        <h2>Risks</h2>
        <div class="gallery-row">
          <For each={['read', 'write', 'network', 'destructive', 'unknown', 'never heard of']}>
            {(risk) => <RiskBadge risk={risk} />}
          </For>
        </div>
      </section>
      <section>
        <h2>Buttons</h2>
        <div class="gallery-row">
          <Button kind="primary" onPress={() => undefined}>
            Primary
          </Button>
          <Button onPress={() => undefined}>Outlined</Button>
          <Button kind="danger" onPress={() => undefined}>
            Danger
          </Button>
          <Button kind="quiet" onPress={() => undefined}>
            Quiet
          </Button>
          <Button kind="primary" disabled onPress={() => undefined}>
            Primary
          </Button>
          <Button disabled onPress={() => undefined}>
            Outlined
          </Button>
        </div>
        <div class="gallery-row">
          <For each={PROGRESS}>
            {(progress) => (
              <FourStateButton kind="primary" progress={progress} words={WORDS} onPress={() => undefined} />
            )}
          </For>
        </div>
        <div class="gallery-row">
          <Button onPress={() => setHeld((before) => !before)}>Hold it back</Button>
          <HoldButton
            disabled={held()}
            label="Hold: allow"
            readyLabel="Release: allow"
            question="Allow this?"
            confirmLabel="Allow once"
            subject={<CodeBlock text="rm -rf build" />}
            onConfirm={() => setFired((count) => count + 1)}
          />
          <span class="gallery-label" data-fired={fired()}>
            fired {fired()} times
          </span>
        </div>
      </section>
      <section>
        <h2>Exact text</h2>
        <CodeBlock text={SNEAKY_COMMAND} warn danger={['rm', 'push']} />
        <CodeBlock text={HUGE_COMMAND} danger={['chmod']} />
        <CodeBlock text={Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n')} lines={4} />
      </section>
      <section>
        <h2>Page states</h2>
        <StatusLine text="Everything connected" />
        <StatusLine text="The relay cannot be reached. Trying again" bad asOf={Date.now() - 240_000} />
        <Skeleton lines={6} />
        <EmptyState title="No orb yet" text="Enrol one. It appears here by itself.">
          <Button onPress={() => undefined}>Show how</Button>
        </EmptyState>
      </section>
    </main>
  )
}
