import { READ_LIMITS, type ChangedFile, type WorkspaceDiff } from '../../shared/reads/reads.ts'
import { namesIn, type Git } from './git.ts'
import type { Snapshot } from './snapshot.ts'

/** A file that differs between two trees; `oldId` and `newId` name its contents, null where it has none to show. */
interface TreeChange extends Pick<ChangedFile, 'path' | 'status' | 'added' | 'removed'> {
  readonly isBinary: boolean
  readonly oldId: string | null
  readonly newId: string | null
}

const FLAGS = ['--raw', '--numstat', '-z', '-r', '--no-abbrev', '--relative', '--no-renames', '--no-ext-diff']

/** The files that differ between two snapshots, without their texts; null where git cannot tell. */
export async function treeChanges(
  git: Git,
  from: Snapshot,
  to: Snapshot,
  path: string | null,
): Promise<TreeChange[] | null> {
  const only = path === null ? [] : ['--', path]
  const args = ['diff-tree', ...FLAGS, '--no-textconv', '--ignore-submodules=all', from.tree, to.tree, ...only]
  const output = await git(args, { maxBytes: 16 * 1024 * 1024 })
  if (output === null) return null
  const changes = new Map<string, TreeChange>()
  const tokens = namesIn(output)
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    if (token.startsWith(':')) readRaw(changes, token, tokens[++at] ?? '')
    else readNumbers(changes, token)
  }
  const isMeant = (one: string): boolean => path === null || one === path || one.startsWith(path + '/')
  for (const one of new Set([...Object.keys(from.large), ...Object.keys(to.large)])) {
    if (!isMeant(one) || from.large[one] === to.large[one]) continue
    const before = changes.get(one)?.status
    // Tracked files keep their last small content in the trees.
    const isOld = from.large[one] !== undefined || (await has(git, from.tree, one))
    const status = before ?? (!isOld ? 'added' : to.large[one] === undefined ? 'deleted' : 'modified')
    changes.set(one, { path: one, status, added: 0, removed: 0, isBinary: false, oldId: null, newId: null })
  }
  return [...changes.values()]
}

/** The same with their texts, within the bounds of one diff. */
export async function treeDiff(
  git: Git,
  from: Snapshot,
  to: Snapshot,
  path: string | null,
): Promise<WorkspaceDiff | null> {
  const changes = await treeChanges(git, from, to, path)
  if (changes === null) return null
  const shown = changes.slice(0, READ_LIMITS.diffFiles)
  const texts = await textsOf(git, shown)
  return { files: shown.map((change) => withTexts(change, texts)), cut: shown.length < changes.length }
}

async function has(git: Git, tree: string, path: string): Promise<boolean> {
  return (await git(['rev-parse', '--verify', '--quiet', `${tree}:./${path}`])) !== null
}

/** `:MODE MODE ID ID STATUS`, then the path. */
function readRaw(changes: Map<string, TreeChange>, token: string, path: string): void {
  const [oldMode = '', newMode = '', oldId = '', newId = '', letter = ''] = token.slice(1).split(' ')
  const status = letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'modified'
  // What a submodule names is a commit, not a content.
  const idOf = (mode: string, id: string): string | null => (mode === '000000' || mode === '160000' ? null : id)
  const ids = { oldId: idOf(oldMode, oldId), newId: idOf(newMode, newId) }
  const isBinary = oldMode === '160000' || newMode === '160000'
  changes.set(path, { path, status, added: 0, removed: 0, isBinary, ...ids })
}

/** `ADDED\tREMOVED\tPATH`, with `-` for both in a binary file. */
function readNumbers(changes: Map<string, TreeChange>, token: string): void {
  const [added = '', removed = '', ...rest] = token.split('\t')
  const change = changes.get(rest.join('\t'))
  if (change === undefined) return
  const isBinary = change.isBinary || added === '-'
  changes.set(change.path, { ...change, isBinary, added: Number(added) || 0, removed: Number(removed) || 0 })
}

function withTexts(change: TreeChange, texts: ReadonlyMap<string, string>): ChangedFile {
  const { path, status, added, removed, isBinary, oldId, newId } = change
  const none = { path, status, added, removed, oldText: null, newText: null }
  if (isBinary) return { ...none, content: 'binary' }
  const [oldText, newText] = [oldId, newId].map((id) => (id === null ? null : texts.get(id)))
  const isKnown = oldText !== undefined && newText !== undefined && !(oldId === null && newId === null)
  return isKnown ? { ...none, content: 'text', oldText, newText } : { ...none, content: 'large' }
}

/** The contents that may be shown, by their ids, in order and until there is no more room. */
async function textsOf(git: Git, changes: readonly TreeChange[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const wanted = changes
    .filter(({ isBinary }) => !isBinary)
    .map(({ oldId, newId }) => [oldId, newId].filter((id) => id !== null))
  const ids = [...new Set(wanted.flat())]
  const lines = (some: readonly string[]) => ({ input: some.map((id) => id + '\n').join('') })
  const checked = await git(['cat-file', '--batch-check=%(objectname) %(objectsize)'], lines(ids))
  const sizes = new Map<string, number>()
  for (const line of checked?.toString().split('\n') ?? []) {
    const [id = '', size = ''] = line.split(' ')
    if (/^\d+$/.test(size)) sizes.set(id, Number(size))
  }
  let room: number = READ_LIMITS.diffBytes
  const fit = new Set<string>()
  for (const pair of wanted) {
    const news = pair.filter((id) => !fit.has(id))
    const bytes = news.reduce((sum, id) => sum + (sizes.get(id) ?? Infinity), 0)
    if (bytes > room || pair.some((id) => (sizes.get(id) ?? Infinity) > READ_LIMITS.diffTextBytes)) continue
    room -= bytes
    for (const id of news) fit.add(id)
  }
  if (fit.size === 0) return texts
  const output = await git(['cat-file', '--batch=%(objectname) %(objectsize)'], {
    ...lines([...fit]),
    maxBytes: READ_LIMITS.diffBytes + 1024 * 1024,
  })
  for (let at = 0; output !== null && at < output.length;) {
    const end = output.indexOf(10, at)
    const [id = '', size = ''] = output.subarray(at, end).toString().split(' ')
    if (end < 0 || !/^\d+$/.test(size)) break
    texts.set(id, output.subarray(end + 1, end + 1 + Number(size)).toString('utf8'))
    at = end + 1 + Number(size) + 1
  }
  return texts
}
