import type { Operation } from '../commit/operation.ts'
import { greater, query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'

/** Something that an orb did. `at` is the relay's clock. */
export interface Activity {
  readonly orbId: string
  readonly at: number
  /** A line that says what, or null to leave the last one. */
  readonly activity: string | null
  /** The thread in which it happened, or null to leave the last one. */
  readonly threadId: string | null
}

const note = statement((slot: Activity) =>
  query
    .updateTable('orbs')
    .set(({ fn, ref, val }) => ({
      last_activity: greater(ref('last_activity'), val(slot.at)),
      activity: fn.coalesce(val(slot.activity), ref('activity')),
      newest_thread_id: fn.coalesce(val(slot.threadId), ref('newest_thread_id')),
    }))
    .where('orb_id', '=', slot.orbId),
)

/** Notes that an orb did something. Its last activity never goes backwards, whatever a clock does. */
export function noteActivity(op: Operation, activity: Activity): void {
  op.store.run(note, activity)
  op.touched.activeOrbs.add(activity.orbId)
}
