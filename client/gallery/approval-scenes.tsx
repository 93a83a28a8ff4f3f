import type { JSX } from 'solid-js'
import { createSignal, For, Show } from 'solid-js'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import type { DecisionState } from '../approvals/decision-state.ts'
import { NOT_DECIDED } from '../approvals/decision-state.ts'
import { Receipt } from '../approvals/receipt.tsx'
import { AppShell } from '../shell/app-shell.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { FleetColumn } from './fleet-scene.tsx'
import { APPROVALS, RECEIPTS } from './samples.ts'

const STATES: readonly (readonly [string, DecisionState])[] = [
  ['sending', { step: 'sending', verdict: 'allow', optionId: 'once' }],
  ['recorded', { step: 'recorded', verdict: 'allow', optionId: 'once' }],
  ['applied', { step: 'applied', verdict: 'allow', optionId: 'once' }],
  [
    'failed',
    {
      step: 'failed',
      verdict: 'deny',
      message: 'The relay did not answer. Nothing is lost: press again, it counts once.',
    },
  ],
  [
    'already decided',
    {
      step: 'told',
      outcome: {
        outcome: 'already-decided',
        by: { personId: 'p', personName: 'Ada', deviceId: 'x', deviceName: 'Pixel 9' },
        at: Date.now() - 60_000,
        result: 'denied',
        effect: 'applied',
      },
    },
  ],
  ['changed', { step: 'told', outcome: { outcome: 'changed' } }],
  ['expired', { step: 'told', outcome: { outcome: 'expired', at: Date.now() } }],
]

const ORB = { isolation: 'none', awaySince: null, branch: 'main' }

/** `#approvals`: all of them, one below the other. `#approvals/NAME`: one, as a page. */
export function ApprovalScenes(): JSX.Element {
  const name = decodeURIComponent(location.hash.split('/')[1] ?? '')
  const [decision, setDecision] = createSignal<DecisionState>(NOT_DECIDED)
  return (
    <Show when={APPROVALS[name]} fallback={<AllApprovals />}>
      {(approval) => (
        <AppShell pane="main" list={<FleetColumn currentOrbId="api-refactor" />}>
          <PageHeader title="api-refactor" backHref="#fleet" face="waits" lastActivity={Date.now() - 120_000}>
            <a href="#thread">To the thread</a>
          </PageHeader>
          <ApprovalCard
            approval={approval()}
            orb={ORB}
            connected
            decision={decision()}
            onDecide={(choice) =>
              setDecision({
                step: 'recorded',
                verdict: choice.verdict,
                optionId: choice.verdict === 'answer' ? null : choice.optionId,
              })
            }
            focus
          />
        </AppShell>
      )}
    </Show>
  )
}

function AllApprovals(): JSX.Element {
  return (
    <main class="gallery-parts">
      <section>
        <h2>Receipts</h2>
        <For each={RECEIPTS}>{(approval) => <Receipt approval={approval} deviceId="x" titled />}</For>
      </section>
      <section>
        <h2>States</h2>
        <For each={STATES}>
          {([label, decision]) => <Card label={label} name="a short command" decision={decision} connected />}
        </For>
        <Card label="not connected" name="a short command" decision={NOT_DECIDED} connected={false} />
      </section>
      <section>
        <h2>Kinds</h2>
        <For each={Object.keys(APPROVALS)}>
          {(name) => <Card label={name} name={name} decision={NOT_DECIDED} connected />}
        </For>
      </section>
    </main>
  )
}

function Card(props: { label: string; name: string; decision: DecisionState; connected: boolean }): JSX.Element {
  return (
    <Show when={APPROVALS[props.name]}>
      {(approval) => (
        <div>
          <p class="gallery-label">{props.label}</p>
          <div class="gallery-card">
            <ApprovalCard
              approval={approval()}
              orb={ORB}
              connected={props.connected}
              decision={props.decision}
              onDecide={() => undefined}
            />
          </div>
        </div>
      )}
    </Show>
  )
}
