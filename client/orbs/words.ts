import { translated } from '../i18n/translated.ts'

/** Words of an orb's page. */
export const orbWords = translated('orbWords', {
  gone: 'This orb is not here',
  goneText: 'It was removed, or this relay never had it. What it did before stays with its runner.',
  notYours: 'This orb is not shared with you',
  notYoursText: 'It never was, it was taken back, or its time is over. Ask an owner.',
  starting: 'This orb has no thread yet',
  startingText: 'Its runner is starting the agent. The first thread appears here by itself.',
  awayText: 'This is read from the orb itself. It appears here once the orb is back; nothing was lost.',
  isolationNone: 'Approvals are advice: not isolated',
  places: 'More of this orb',
  sessions: 'Sessions of the agent',
  files: 'Changed files',
  noFiles: 'No change against the last commit.',
  /** Git counts no lines of a file that it does not track, nor of a binary one. */
  newFile: 'new or binary',
  branch: 'Branch',
  workspace: 'Workspace',
  harness: 'Harness',
  restart: {
    idle: 'Restart the harness',
    sending: 'Sending',
    recorded: 'Recorded',
    applied: 'Restarted',
    failed: 'Restart again',
  },
})
