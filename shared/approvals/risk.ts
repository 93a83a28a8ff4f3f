/** How much an approval can break, from least to most. `unknown` sorts with destructive. */
export type Risk = 'read' | 'write' | 'network' | 'destructive' | 'unknown'

/** A risk with the name of the rule that set it, which every screen shows. */
export interface RiskVerdict {
  readonly risk: Risk
  readonly rule: string
}

/** The part of a tool call that its risk depends on. */
export interface RiskInput {
  readonly toolKind: string
  /** The command of an `execute` call, where it is known. */
  readonly command: string | null
}

/**
 * The published list: an `execute` call whose command holds one of these is destructive.
 * A pattern is matched on word boundaries of the shell: start, end, white space, `;`, `&`, `|`, `(`, quotes, `/`.
 */
export const DESTRUCTIVE_WORDS: readonly string[] = [
  'rm',
  'rmdir',
  'unlink',
  'shred',
  'dd',
  'mkfs',
  'fdisk',
  'wipefs',
  'truncate',
  'sudo',
  'su',
  'doas',
  'chmod',
  'chown',
  'chattr',
  'setfacl',
  'mount',
  'umount',
  'kill',
  'killall',
  'pkill',
  'shutdown',
  'reboot',
  'poweroff',
  'halt',
  'systemctl',
  'service',
  'crontab',
  'iptables',
  '--force',
  '--force-with-lease',
  '--hard',
  '--no-verify',
  '--delete',
  '--purge',
  '--mirror',
  '-delete',
  'publish',
  'unpublish',
  'deploy',
  'destroy',
  'terraform',
  'kubectl',
  'helm',
  'reset --hard',
  'clean -f',
  'clean -fd',
  'clean -fdx',
  'push -f',
  'push',
  'filter-branch',
  'filter-repo',
  'reflog',
  'gc --prune',
  'drop',
  'prune',
  'uninstall',
  'npx',
  'eval',
  'source',
  'xargs',
  'ssh',
  'scp',
  'rsync',
]

const KINDS: Readonly<Record<string, Risk>> = {
  read: 'read',
  search: 'read',
  think: 'read',
  edit: 'write',
  move: 'write',
  fetch: 'network',
  delete: 'destructive',
}

/** What makes a command unreadable to a list of words: substitution, here-documents, decoding, indirection. */
const OPAQUE: readonly { readonly rule: string; readonly pattern: RegExp }[] = [
  { rule: 'execute:substitution', pattern: /\$\(|`|<\(|>\(|\$\{|\$[A-Za-z_@*#?!0-9]/ },
  { rule: 'execute:here-document', pattern: /<</ },
  {
    rule: 'execute:decoding',
    pattern: /\bbase64\b|\bxxd\b|\bod\b|\bprintf\b|\$'|\\x[0-9a-f]{2}|\\[0-7]{3}|\bdecode\b/i,
  },
  {
    rule: 'execute:interpreter',
    pattern:
      /(^|[\s;&|(/"'])(ba|z|k|da|fi|c)?sh\s|(^|[\s;&|(/"'])(python[0-9.]*|perl|ruby|node|deno|bun|php)\s+-(e|c|r|-eval|p)\b|\|\s*(\S*\/)?((ba|z|k|da)?sh|python[0-9.]*|perl|ruby|node|php)\b/,
  },
  {
    rule: 'execute:hidden-characters',
    pattern: /[\u0000-\u0008\u000b-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/,
  },
]

/**
 * The risk of a tool call, decided by its kind and, for `execute`, by its command. Pure; a first net that rules and a real shell parser refine.
 * Where two rules fit, the graver one wins; anything that cannot be read is `unknown`, never less.
 */
export function riskOf(call: RiskInput): RiskVerdict {
  const byKind = Object.hasOwn(KINDS, call.toolKind) ? KINDS[call.toolKind] : undefined
  if (byKind !== undefined) return { risk: byKind, rule: 'kind:' + call.toolKind }
  if (call.toolKind !== 'execute') return { risk: 'unknown', rule: 'kind:other' }
  const command = call.command?.trim() ?? ''
  if (command === '') return { risk: 'unknown', rule: 'execute:no-command' }
  // Quotes and backslashes inside a word do not change what runs: r"m", r\m.
  const plain = command.replace(/\\\r?\n/g, ' ').replace(/["'\\]/g, '')
  for (const word of DESTRUCTIVE_WORDS) {
    if (holdsWord(command, word) || holdsWord(plain, word)) return { risk: 'destructive', rule: 'execute:' + word }
  }
  for (const { rule, pattern } of OPAQUE) if (pattern.test(command)) return { risk: 'unknown', rule }
  return { risk: 'write', rule: 'execute:plain' }
}

function holdsWord(command: string, word: string): boolean {
  const words = word.split(' ').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp('(^|[\\s;&|(`"\'/=])' + words.join('\\s+(?:\\S+\\s+)*?') + '($|[\\s;&|)`"\'=])').test(command)
}
