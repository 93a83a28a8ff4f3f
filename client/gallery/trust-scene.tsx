import { For, type JSX } from 'solid-js'
import type { OrbView } from '../../shared/rooms/content.ts'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import { ApprovalDock } from '../approvals/approval-dock.tsx'
import { NOT_DECIDED } from '../approvals/decision-state.ts'
import { OrbAlertRow } from '../orbs/orb-alert.tsx'
import { OrbTrust } from '../orbs/orb-trust.tsx'
import { Note } from '../transcripts/note.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LookOnly } from '../ui/look-only.tsx'
import { fleetWords } from '../fleet/words.ts'
import { APPROVALS, LONG_NAME, SNEAKY_COMMAND } from './samples.ts'

const ISOLATIONS = ['none', 'namespace', 'uid', 'vm'] as const
const ORB = { isolation: 'namespace', awaySince: null, branch: 'main' }

const orb = (isolation: OrbView['isolation'], roster: OrbView['roster']): Parameters<typeof OrbTrust>[0]['orb'] => ({
  orbId: 'o',
  isolation,
  roster,
  adapter: { id: 'scripted', title: 'Scripted agent', tested: isolation === 'none' ? false : null },
  answeredFromInside: isolation === 'none' ? 'It listens on 127.0.0.1:4096.' : null,
})

/** How orbs are trusted, what who may only look sees, and notes of scripts. */
export function TrustScene(): JSX.Element {
  const question = APPROVALS['a question']
  const command = APPROVALS['a short command']
  return (
    <main class="gallery-parts">
      <section>
        <h2>Trust</h2>
        <For each={ISOLATIONS}>
          {(isolation) => (
            <OrbTrust
              orb={orb(isolation, { version: 3, firstUse: isolation === 'none', problem: null })}
              manageHref="#settings/orbs"
            />
          )}
        </For>
        <OrbAlertRow
          orb={{
            asking: { state: 'unconfirmed', message: 'The agent says that its mode is yolo. ' + SNEAKY_COMMAND },
            answeredFromInside: 'It listens on 127.0.0.1:4096.',
            roster: { version: 3, firstUse: false, problem: 'Another entry has version 4. ' + SNEAKY_COMMAND },
          }}
        />
        <For each={['never', 'unconfirmed', 'lowered', 'unknown'] as const}>
          {(state) => <OrbAlertRow orb={{ asking: { state, message: 'Mode auto was allowed by Ada.' } }} />}
        </For>
      </section>
      <section>
        <h2>Looking only</h2>
        <LookOnly />
        <div class="gallery-card">
          {question === undefined ? null : (
            <ApprovalCard
              approval={question}
              orb={ORB}
              connected
              decision={NOT_DECIDED}
              onDecide={() => undefined}
              lookOnly
            />
          )}
        </div>
        <div class="gallery-card">
          {command === undefined ? null : (
            <ApprovalDock
              approvals={[command]}
              orb={ORB}
              connected
              whole={false}
              lookOnly
              decisionOf={() => NOT_DECIDED}
              onDecide={() => undefined}
              onReview={() => undefined}
            />
          )}
        </div>
        <EmptyState title={fleetWords.notShared} text={fleetWords.notSharedText} />
      </section>
      <section>
        <h2>Notes of scripts</h2>
        <Note note={{ note: 'note', text: 'Deployed to staging.\nAll checks passed.', value: null, by: 'ci' }} />
        <Note note={{ note: 'progress', text: 'Building', value: 0.42, by: 'ci' }} />
        <Note note={{ note: 'metric', text: 'Requests a second', value: 1234567.8, by: 'bench' }} />
        <Note note={{ note: 'note', text: `<b>not bold</b> ${SNEAKY_COMMAND}`, value: null, by: LONG_NAME }} />
      </section>
    </main>
  )
}
