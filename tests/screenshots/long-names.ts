import { LIMITS } from '../../shared/limits.ts'
import { placeOrb } from '../browser/screens/placed-orb.ts'
import type { SampleStage } from './sample-stage.ts'
import type { Screen } from './screens.ts'

/** As long as a name may be, and without a place to break it. */
const NAME = 'a-branch-that-somebody-generated-'.repeat(LIMITS.nameChars).slice(0, LIMITS.nameChars)

const placed = { orbId: '', threadId: '', approvalId: '' }

/** An orb with such a name, a thread with one, and a question about a path that long. */
export async function placeLongNames(stage: SampleStage): Promise<void> {
  const orb = await placeOrb(stage.relay, NAME, 'working', { title: NAME })
  const path = `src/${NAME}/${NAME}.ts`
  const { approvalId } = await orb.raise({
    call: { toolKind: 'read', title: 'Read ' + path, locations: [path], cwd: '/work/' + NAME },
    risk: 'network',
    riskRule: 'kind:read',
    claim: NAME,
  })
  Object.assign(placed, { orbId: orb.orbId, threadId: orb.threadId, approvalId })
}

/** The screens that show it. */
export const LONG_NAMES: readonly Screen[] = [
  { name: 'long-names-fleet', path: () => '/', ready: '.orb-row' },
  { name: 'long-names-inbox', path: () => '/inbox', ready: '.inbox-entry' },
  { name: 'long-names-thread', path: () => `/o/${placed.orbId}/t/${placed.threadId}`, ready: '.dock .button' },
  { name: 'long-names-approval', path: () => '/a/' + placed.approvalId, ready: '.approval-bar' },
  {
    name: 'long-names-settings',
    path: () => '/settings/orbs/' + placed.orbId,
    ready: '.settings-content > :not(.skeleton)',
  },
]
