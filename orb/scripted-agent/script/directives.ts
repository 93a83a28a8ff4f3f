/**
 * One instruction of a script, already taken apart. Texts have their `\n` and `\t` turned into
 * a line break and a tab; paths and commands are left as they were written.
 */
export type Directive =
  | { op: 'say'; text: string }
  | { op: 'think'; text: string }
  | { op: 'plan'; entries: string[] }
  | { op: 'read'; path: string }
  | { op: 'write'; path: string; content: string }
  | { op: 'edit'; path: string; oldText: string; newText: string }
  | { op: 'delete'; path: string }
  | { op: 'run'; command: string }
  | { op: 'ask'; question: string; options: string[] }
  | { op: 'askurl'; question: string; url: string }
  | { op: 'permit' }
  | { op: 'nopermit' }
  | { op: 'wait'; milliseconds: number }
  | { op: 'big'; kilobytes: number }
  | { op: 'many'; count: number }
  | { op: 'mode'; modeId: string }
  | { op: 'title'; text: string }
  | { op: 'usage'; used: number | null; size: number | null }
  | { op: 'commands' }
  | { op: 'notice'; text: string }
  | { op: 'compact'; text: string }
  | { op: 'status'; ending: string; message: string }
  | { op: 'fault'; name: string; argument: string }
  | { op: 'unknown'; line: string; reason: string }

/** The name of a directive, as it stands after the `@`. */
export type Op = Exclude<Directive['op'], 'unknown'>

/** Reads the rest of a directive's line; a string is the reason why it cannot be read. */
type Reader = (rest: string) => Directive | string

const DEFAULT_OPTIONS = ['Yes', 'No']
const DEFAULT_URL = 'https://example.com/'

/** Every directive with the way its argument is read. */
export const READERS: Record<Op | 'sudo', Reader> = {
  say: (rest) => (rest === '' ? 'it needs a text' : { op: 'say', text: unescape(rest) }),
  think: (rest) => (rest === '' ? 'it needs a text' : { op: 'think', text: unescape(rest) }),
  plan: (rest) => {
    const entries = split(rest, '|')
    return entries.length === 0 ? 'it needs at least one entry' : { op: 'plan', entries }
  },
  read: (rest) => (rest === '' ? 'it needs a path' : { op: 'read', path: rest }),
  write: (rest) => {
    const [path, content] = cut(rest, '::')
    if (path === '' || content === null) return 'it is written "@write PATH :: CONTENT"'
    return { op: 'write', path, content: unescape(content) }
  },
  edit: (rest) => {
    const [path, change] = cut(rest, '::')
    const [oldText, newText] = cut(change ?? '', '=>')
    if (path === '' || oldText === '' || newText === null) return 'it is written "@edit PATH :: OLD => NEW"'
    return { op: 'edit', path, oldText: unescape(oldText), newText: unescape(newText) }
  },
  delete: (rest) => (rest === '' ? 'it needs a path' : { op: 'delete', path: rest }),
  run: readCommand,
  // The word for a command that has to leave a sandbox: this agent has none.
  sudo: readCommand,
  ask: (rest) => {
    const [question, ...options] = split(rest, '|')
    if (question === undefined) return 'it needs a question'
    return { op: 'ask', question, options: options.length === 0 ? DEFAULT_OPTIONS : options }
  },
  askurl: (rest) => {
    const [question, url] = split(rest, '|')
    if (question === undefined) return 'it needs a question'
    return { op: 'askurl', question, url: url ?? DEFAULT_URL }
  },
  permit: () => ({ op: 'permit' }),
  nopermit: () => ({ op: 'nopermit' }),
  wait: (rest) => counted(rest, (milliseconds) => ({ op: 'wait', milliseconds })),
  big: (rest) => counted(rest, (kilobytes) => ({ op: 'big', kilobytes })),
  many: (rest) => counted(rest, (count) => ({ op: 'many', count })),
  mode: (rest) => (rest === '' ? 'it needs the id of a mode' : { op: 'mode', modeId: rest }),
  title: (rest) => (rest === '' ? 'it needs a text' : { op: 'title', text: rest }),
  usage: (rest) => {
    const [used, size] = rest.split(/\s+/)
    return { op: 'usage', used: whole(used ?? ''), size: whole(size ?? '') }
  },
  commands: () => ({ op: 'commands' }),
  notice: (rest) => (rest === '' ? 'it needs a text' : { op: 'notice', text: unescape(rest) }),
  compact: (rest) => (rest === '' ? 'it needs a text' : { op: 'compact', text: unescape(rest) }),
  status: (rest) => {
    const [ending, ...words] = rest.split(/\s+/)
    return { op: 'status', ending: ending === undefined || ending === '' ? 'error' : ending, message: words.join(' ') }
  },
  fault: (rest) => {
    const [name, ...words] = rest.split(/\s+/)
    if (name === undefined || name === '') return 'it needs the name of a fault'
    return { op: 'fault', name, argument: words.join(' ') }
  },
}

function readCommand(rest: string): Directive | string {
  return rest === '' ? 'it needs a command' : { op: 'run', command: rest }
}

/** A line break for each `\n`, a tab for each `\t`, a backslash for each `\\`. */
function unescape(text: string): string {
  return text.replace(/\\([nt\\])/g, (_, code: string) => (code === 'n' ? '\n' : code === 't' ? '\t' : '\\'))
}

function split(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The parts before and after the first separator, null for the second where there is none; one space each side is dropped. */
function cut(text: string, separator: string): [string, string | null] {
  const at = text.indexOf(separator)
  if (at < 0) return [text.trim(), null]
  return [text.slice(0, at).trim(), text.slice(at + separator.length).replace(/^ /, '')]
}

function whole(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

function counted(rest: string, make: (count: number) => Directive): Directive | string {
  const count = whole(rest)
  return count === null ? 'it needs a whole number' : make(count)
}
