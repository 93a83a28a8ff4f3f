/**
 * How long a fault holds. `now` happens once, where the directive stands (as a flag: at the start of
 * each turn). `turn` holds for the rest of the turn (as a flag: in every turn). `process` holds from
 * then on until the process ends.
 */
export type FaultScope = 'now' | 'turn' | 'process'

type FaultKind = {
  scope: FaultScope
  does: string
  /** Arguments with which it is another fault; those that only say how much are none. */
  variants?: readonly string[]
}

/** Every fault that the agent can be told to have, each seen in a real harness or reported by its users. */
export const FAULTS = {
  'answer-unknown-id': { scope: 'now', does: 'answers a request that nobody made' },
  'answered-inside': {
    scope: 'turn',
    does: 'something else allows what it asks: it goes on, and never withdraws the question',
  },
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
    variants: ['call'],
  },
  'error-as-text': { scope: 'now', does: 'tells an error as message text and ends the turn as if all were well' },
  'ignore-sigterm': {
    scope: 'process',
    does: 'goes on after SIGTERM; argument "stdin": and after its stdin was closed',
    variants: ['stdin'],
  },
  'load-fails': { scope: 'process', does: 'session/load and session/resume answer -32603' },
  'long-line': {
    scope: 'now',
    does: 'one line of 600 KB with the commands on offer; argument "text": with a message chunk',
    variants: ['text'],
  },
  'missing-reject': {
    scope: 'turn',
    does: 'permissions offer no way to refuse; argument "kinds": they do, but every option says allow_once',
    variants: ['kinds'],
  },
  'mode-lost': { scope: 'process', does: 'loads and resumes sessions in the mode that does not ask' },
  'mode-refused': {
    scope: 'process',
    does: 'a change of the mode is answered with an error; argument "silent": as if all were well, and not made',
    variants: ['silent'],
  },
  'never-end-after-cancel': { scope: 'turn', does: 'a cancelled turn never ends' },
  'no-message-ids': { scope: 'process', does: 'messages and thoughts carry no ids, live and replayed' },
  noise: { scope: 'now', does: 'lines on stdout that are not JSON' },
  'non-utf8': { scope: 'now', does: 'output with bytes that are not UTF-8, and a diff of a binary file' },
  'permission-before-call': { scope: 'turn', does: 'asks permission for a tool call that was never announced' },
  'reject-ends-turn': {
    scope: 'turn',
    does: 'a refusal ends the turn; argument "cancelled": as cancelled, with the tool call left open',
    variants: ['cancelled'],
  },
  'replay-after-load': { scope: 'process', does: 'the replay comes after the result of session/load' },
  'replay-as-text': { scope: 'process', does: 'tool calls are replayed as message text' },
  'second-prompt': {
    scope: 'process',
    does: 'a prompt during a turn is merged into it; argument "cancels": it cancels the turn instead',
    variants: ['cancels'],
  },
  'slow-start': { scope: 'process', does: 'initialize is answered late; argument: milliseconds, 5000 without' },
  'spawn-child': {
    scope: 'now',
    does: 'leaves a child process running in the process group and writes its pid; argument: the file for it',
  },
  stall: { scope: 'now', does: 'nothing more comes until the turn is cancelled' },
  'subagent-session': { scope: 'now', does: 'a session that nobody opened speaks, and asks for a permission' },
  'text-only': { scope: 'process', does: 'says at its start that a prompt may hold text and links alone' },
  'unknown-fields': {
    scope: 'now',
    does: 'a tool call with _meta, fields, a kind, a status and content that no client knows',
  },
  'unknown-request': { scope: 'now', does: 'sends a request that no client knows' },
  'unknown-update': { scope: 'now', does: 'an update of a kind, and a notification, that no client knows' },
  'unsolicited-write': { scope: 'now', does: 'asks the client to write a file, whatever it can do' },
  'update-unknown-call': { scope: 'now', does: 'an update of a tool call that was never announced' },
  'updates-after-result': { scope: 'turn', does: 'updates follow after the result of the prompt' },
} as const satisfies Record<string, FaultKind>

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS

type Variant<Name extends FaultName> = (typeof FAULTS)[Name] extends { variants: readonly (infer V extends string)[] }
  ? `${Name} ${V}`
  : never

/** A fault, or a variant of it, as it stands after `@fault`. */
export type Switch = FaultName | { [Name in FaultName]: Variant<Name> }[FaultName]

/** Every fault and every variant. */
export function allSwitches(): string[] {
  return Object.entries<FaultKind>(FAULTS).flatMap(([name, { variants = [] }]) => [
    name,
    ...variants.map((variant) => `${name} ${variant}`),
  ])
}

/** True for the name of a fault in the table. */
export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name)
}
