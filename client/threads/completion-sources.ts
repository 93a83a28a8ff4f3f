import { createMemo, type Accessor } from 'solid-js'
import { FolderList } from '../../shared/reads/reads.ts'
import type { CompletionSources, FolderAnswer } from '../composer/completion/completion.tsx'
import { useMay } from '../devices/rights.ts'
import type { OrbStore } from '../orbs/orb-store.ts'
import { readOrb } from '../workspace/read-orb.ts'

/** Files come and go while an agent works; one word is typed within this time. */
const FRESH_MS = 20_000

/** What the composer of a thread completes: its agent's commands, and the files of the workspace for who may see them. */
export function createCompletionSources(props: {
  readonly orbId: string
  readonly threadId: string
  readonly orb: OrbStore
}): Accessor<CompletionSources> {
  const may = useMay()
  const known = new Map<string, { readonly at: number; readonly answer: Promise<FolderAnswer> }>()

  function readFolder(path: string): Promise<FolderAnswer> {
    const before = known.get(path)
    if (before !== undefined && Date.now() - before.at < FRESH_MS) return before.answer
    const asked = `/api/orbs/${props.orbId}/workspace/files?path=${encodeURIComponent(path)}`
    const answer = readOrb(asked, FolderList).then((read) => (read.is === 'here' ? read.value : read.message))
    known.set(path, { at: Date.now(), answer })
    void answer.then((found) => {
      if (typeof found === 'string') known.delete(path)
    })
    return answer
  }

  const mayRead = createMemo(() => may('see', { kind: 'orb', orbId: props.orbId }))
  // Without a connection there is nobody to ask, and what is typed is a path all the same.
  const live = (): boolean => props.orb.status().state === 'live' && (props.orb.data.orb?.awaySince ?? null) === null
  return () => ({
    commands: props.orb.data.threads[props.threadId]?.meta?.commands ?? [],
    readFolder: mayRead() && live() ? readFolder : null,
  })
}
