import { decide } from '../approvals/decide.ts'
import { voidUnlisted } from '../approvals/end.ts'
import { approval, inbox } from '../approvals/view.ts'
import { auditRows, noteRefusal } from '../audit/audit.ts'
import { hasBlob, recordBlob, threadsOfBlob } from '../blobs/blobs.ts'
import { removeDraftFile } from '../blobs/draft-files.ts'
import { unfinishedCommands } from '../commands/view.ts'
import { recordCommand } from '../commands/record.ts'
import { releaseQueue } from '../commands/hold.ts'
import { takeQueueItem } from '../commands/queue.ts'
import type { Operation } from '../commit/operation.ts'
import { appendDesk, compactDesk, deskUpdates, deskWriter } from '../desk/desk.ts'
import {
  burnInvitation,
  invitation,
  invitationOfToken,
  openInvitation,
  requestJoin,
  revealNonce,
} from '../devices/invitations.ts'
import { appendRoster, roster } from '../devices/roster.ts'
import { deviceActivity, deviceSeen } from '../devices/seen.ts'
import { endSessions, openSession, session } from '../devices/sessions.ts'
import { expireDue } from '../due.ts'
import { addNote } from '../notes/add-note.ts'
import { createNoteToken, noteTokenOf, noteTokens, revokeNoteToken } from '../notes/tokens.ts'
import { addEnrolment } from '../orbs/enrolments.ts'
import { closeLink, openLink } from '../orbs/link.ts'
import { accountOfOrb } from '../orbs/orbs.ts'
import { removeOrb } from '../orbs/remove.ts'
import { fleet } from '../orbs/view.ts'
import { orb } from '../orbs/snapshot.ts'
import { stats } from '../orbs/stats.ts'
import { orbOfThread } from '../threads/threads.ts'
import { commitEvents } from '../transcripts/commit-events.ts'
import { newIncarnation } from '../transcripts/incarnations.ts'
import { search } from '../search/search.ts'
import { entriesBefore, threadTail } from '../transcripts/pages.ts'
import { rawEvents } from '../transcripts/raw-events.ts'
import type { CallArgs, CallName, CallResult } from './calls.ts'

/** How each operation is carried out, inside a transaction. */
export const HANDLERS: { readonly [N in CallName]: (op: Operation, ...args: CallArgs<N>) => CallResult<N> } = {
  openLink,
  closeLink,
  commitEvents,
  voidUnlisted,
  unfinishedCommands,
  recordCommand,
  decide,
  expireDue,
  takeQueueItem,
  releaseQueue,
  approval,
  inbox,
  fleet,
  accountOfOrb,
  addEnrolment,
  removeOrb,
  createNoteToken,
  noteTokens,
  revokeNoteToken,
  noteTokenOf,
  addNote,
  orb,
  threadTail,
  entriesBefore,
  search,
  rawEvents,
  orbOfThread,
  newIncarnation,
  deskUpdates,
  appendDesk,
  deskWriter,
  compactDesk,
  roster,
  appendRoster,
  openSession,
  session,
  endSessions,
  deviceSeen,
  deviceActivity,
  openInvitation,
  invitation,
  invitationOfToken,
  requestJoin,
  revealNonce,
  burnInvitation,
  recordBlob,
  hasBlob,
  threadsOfBlob,
  removeDraftFile,
  noteRefusal,
  auditRows,
  stats,
}

/** Operations that only read: they need no savepoint. */
export const READS: ReadonlySet<CallName> = new Set<CallName>([
  'unfinishedCommands',
  'approval',
  'inbox',
  'fleet',
  'accountOfOrb',
  'noteTokens',
  'noteTokenOf',
  'orb',
  'threadTail',
  'entriesBefore',
  'search',
  'rawEvents',
  'orbOfThread',
  'deskUpdates',
  'deskWriter',
  'roster',
  'session',
  'deviceActivity',
  'invitation',
  'invitationOfToken',
  'hasBlob',
  'threadsOfBlob',
  'auditRows',
  'stats',
])
