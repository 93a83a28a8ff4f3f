/**
 * How long a fault holds. `now` happens once, where the directive stands (as a flag: at the start of
 * each turn). `turn` holds for the rest of the turn (as a flag: in every turn). `process` holds from
 * then on until the process ends.
 */
export type FaultScope = 'now' | 'turn' | 'process'

type FaultKind = { scope: FaultScope; does: string }

/** Every fault that the agent can be told to have, each seen in a real harness or reported by its users. */
export const FAULTS = {
  'answer-unknown-id': { scope: 'now', does: 'answers a request that nobody made' },
  'auto-mode-by-default': {
    scope: 'process',
    does: 'starts, loads and resumes sessions in the mode that does not ask',
  },
  'big-output': { scope: 'now', does: 'a command whose 3 MB of output come in one update; argument: megabytes' },
  'call-never-closed': { scope: 'turn', does: 'no update ever ends a tool call' },
  'cancel-needs-answer': { scope: 'turn', does: 'a cancelled turn stays open until open permissions are answered' },
  'crash-at-permission': { scope: 'turn', does: 'dies as soon as the next permission has been asked for' },
  'crash-mid-chunk': { scope: 'turn', does: 'dies in the middle of the line of the next message chunk' },
  'diff-only-in-call': { scope: 'turn', does: 'the permission request has no diff; it was in the tool call before' },
  'duplicate-permission': {
    scope: 'turn',
    does: 'asks each permission twice under one request id; argument "call": under two ids for one tool call',
  },
  'error-as-text': { scope: 'now', does: 'tells an error as message text and ends the turn as if all were well' },
  'ignore-sigterm': { scope: 'process', does: 'goes on after SIGTERM' },
  'load-fails': { scope: 'process', does: 'session/load and session/resume answer -32603' },
  'long-line': {
    scope: 'now',
    does: 'one line of 600 KB with the commands on offer; argument "text": with a message chunk',
  },
  'missing-reject': {
    scope: 'turn',
    does: 'permissions offer no way to refuse; argument "kinds": they do, but every option says allow_once',
  },
  'never-end-after-cancel': { scope: 'turn', does: 'a cancelled turn never ends' },
  'no-message-ids': { scope: 'process', does: 'messages and thoughts carry no ids, live and replayed' },
  noise: { scope: 'now', does: 'lines on stdout that are not JSON' },
  'non-utf8': { scope: 'now', does: 'output with bytes that are not UTF-8, and a diff of a binary file' },
  'permission-before-call': { scope: 'turn', does: 'asks permission for a tool call that was never announced' },
  'reject-ends-turn': {
    scope: 'turn',
    does: 'a refusal ends the turn; argument "cancelled": as cancelled, with the tool call left open',
  },
  'replay-after-load': { scope: 'process', does: 'the replay comes after the result of session/load' },
  'replay-as-text': { scope: 'process', does: 'tool calls are replayed as message text' },
  'second-prompt': {
    scope: 'process',
    does: 'a prompt during a turn is merged into it; argument "cancels": it cancels the turn instead',
  },
  'slow-start': { scope: 'process', does: 'initialize is answered late; argument: milliseconds, 5000 without' },
  'spawn-child': {
    scope: 'now',
    does: 'leaves a child process running in the process group and writes its pid; argument: the file for it',
  },
  stall: { scope: 'now', does: 'nothing more comes until the turn is cancelled' },
  'unknown-request': { scope: 'now', does: 'sends a request that no client knows' },
  'unsolicited-write': { scope: 'now', does: 'asks the client to write a file, whatever it can do' },
  'update-unknown-call': { scope: 'now', does: 'an update of a tool call that was never announced' },
  'updates-after-result': { scope: 'turn', does: 'updates follow after the result of the prompt' },
} as const satisfies Record<string, FaultKind>

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS

/** True for the name of a fault in the table. */
export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name)
}
