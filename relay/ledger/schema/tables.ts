import type { ColumnType, Generated } from 'kysely'
import type { Effect, Outcome } from '../../../shared/approvals/machine.ts'
import type { CommandState } from '../../../shared/commands/commands.ts'
import type { InvitationState } from '../../../shared/devices/pairing.ts'
import type { BodyStep } from '../../../shared/transcripts/fold.ts'
import type { Isolation, OrbState, StopReason } from '../../../shared/link/reports.ts'

/** A column that the database computes and that is never written. */
type Computed<T> = ColumnType<T, never, never>

/** Every table of the ledger. Times are integer milliseconds, flags 0 or 1, structured values JSON text. */
export interface Tables {
  ledger_meta: { name: string; value: string }
  orbs: OrbTable
  streams: { orb_id: string; stream: string; acked: number }
  threads: ThreadTable
  runs: RunTable
  events: EventTable
  entries: EntryTable
  approvals: ApprovalTable
  commands: CommandTable
  receipts: {
    number: Generated<number>
    item_id: string
    orb_id: string
    thread_id: string
    taken_at: number
    text_sha256: string
  }
  desk_updates: { id: Generated<number>; orb_id: string; device_id: string | null; at: number; state: Uint8Array }
  desk_clients: { orb_id: string; client: number; device_id: string }
  devices: DeviceTable
  roster: { version: number; hash: string; previous_hash: string | null; entry: string; at: number }
  sessions: { token_sha256: string; device_id: string; created_at: number; expires_at: number }
  invitations: InvitationTable
  enrolments: EnrolmentTable
  note_tokens: NoteTokenTable
  search_index: { rowid: number; place: string; words: string }
  notes: { token_id: string; note_id: string; position: number }
  incarnations: { incarnation: number; room: string }
  blobs: { orb_id: string; sha256: string; bytes: number; at: number; draft_of: Generated<string | null> }
  blob_threads: { orb_id: string; sha256: string; thread_id: string }
  audit: {
    id: number
    at: number
    kind: string
    orb_id: string | null
    detail: string
    hash: string
    previous_hash: string
  }
}

/** One row per device that was ever let in: names for what it wrote, and what only the relay knows of it. */
export interface DeviceTable {
  device_id: string
  device_name: string
  person_id: string
  person_name: string
  created_at: number
  removed_at: number | null
  last_seen_at: number | null
  address: string | null
}

/** One row per way in for one more device. */
export interface InvitationTable {
  invitation_id: string
  by_device: string
  ticket_hash: string
  code_hash: string
  wrong_codes: Generated<number>
  owner_commit: string
  state: InvitationState
  expires_at: number
  token_sha256: string | null
  request: string | null
  owner_nonce: string | null
  new_nonce: string | null
}

/** One row per orb: who it is, what its runner says of it, and the two numbers that fence and order its commands. */
export interface OrbTable {
  orb_id: string
  key: string
  generation: number
  fence: number
  /** The present link, or null while the orb is away. */
  link: string | null
  away_since: number | null
  last_cmd_seq: number
  title: string
  state: OrbState
  message: string | null
  isolation: Isolation
  harness_name: string
  harness_version: string
  workspace: string
  workspace_report: string | null
  activity: string | null
  last_activity: number
  newest_thread_id: string | null
  /** The newest run that ended, as (thread, run). */
  ended_thread_id: string | null
  ended_run_id: string | null
  /** The account that its agent runs as, and the JSON of the roster that its runner decides by, as far as it said so. */
  account: string | null
  roster: string | null
  /** JSON of what its runner says of the agent (see AgentFacts); null: a runner of an earlier version. */
  agent: string | null
  removed_at: number | null
}

/** One row per enrolment that was signed here: spent once, by the orb that it let in or renewed. */
export interface EnrolmentTable {
  enrolment_id: string
  secret_sha256: string
  /** Null: it lets in a new orb. */
  orb_id: string | null
  generation: number
  /** JSON of the whole enrolment with its signature. */
  signed: string
  expires_at: number
  used_at: number | null
  used_by: string | null
}

/** One row per note token; of the token itself only the hash is known. */
export interface NoteTokenTable {
  token_id: string
  orb_id: string
  thread_id: string
  name: string
  token_sha256: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

/** One row per thread. `head` is the newest position; `run_id` the newest run. */
export interface ThreadTable {
  number: Generated<number>
  thread_id: string
  orb_id: string
  parent_thread_id: string | null
  head: number
  title: string | null
  title_by_person: string | null
  archived: number
  queue_held: Generated<number>
  created_at: number
  last_activity: number
  run_id: string | null
  meta: string | null
}

/** One row per run that a runner reported. */
export interface RunTable {
  thread_id: string
  run_id: string
  orb_id: string
  generation: number
  state: 'running' | 'ended'
  command_id: string | null
  started_at: number
  ended_at: number | null
  stop_reason: StopReason | null
  message: string | null
  /** JSON of what it changed in the workspace. */
  changes: string | null
}

/** The log: everything that came on a stream, as it came. `prev` is the entry's event before this one. */
export interface EventTable {
  id: number
  orb_id: string
  stream: string
  seq: number
  thread_id: string | null
  position: number | null
  entry_id: string | null
  op: BodyStep['op'] | null
  kind: string
  at: number
  bytes: number
  prev: number | null
  json: string
}

/** One row per entry: where it begins, and where the way back through its events starts. */
export interface EntryTable {
  thread_id: string
  position: number
  entry_id: string
  run_id: string | null
  kind: string
  at: number
  first_log_id: number
  last_log_id: number
  last_position: number
  closed: number
  /** The size of the events that a reader needs. */
  bytes: number
}

/** One row per approval. */
export interface ApprovalTable {
  number: Generated<number>
  approval_id: string
  orb_id: string
  thread_id: string
  generation: number
  nonce: string
  digest: string
  request: string
  expires_at: number | null
  raised_stream: string
  raised_seq: number
  outcome: Outcome
  effect: Effect
  /** The id and the whole request of the decision that won; the id is also that of the command. */
  decision_id: string | null
  decision: string | null
  decided_by: string | null
  ended_at: number | null
  message: string | null
}

/** One row per command, for all time: its id is what makes a repetition harmless. */
export interface CommandTable {
  command_id: string
  orb_id: string
  cmd_seq: number
  generation: number
  fence: number
  kind: string
  thread_id: string | null
  body: string
  at: number
  by: string
  state: CommandState
  message: string | null
  approval_id: string | null
  /** 1 when nothing more will become of it. */
  finished: Computed<number>
  /** 1 while a person should see it: under way, or ended other than well. */
  listed: Computed<number>
}
