import type { ThreadMetaReport } from '../../../shared/link/reports.ts'
import type { FolderList } from '../../../shared/reads/reads.ts'

/** A command of the agent, as its thread says. */
export type CommandOffer = ThreadMetaReport['commands'][number]

/** Something that a token can be completed to. */
export interface Offer {
  /** Shown, and read out. */
  readonly label: string
  readonly detail: string
  /** What takes the token's place in the text. */
  readonly insert: string
  readonly kind: 'command' | 'file' | 'folder'
}

/** More would have to be scrolled through; whoever wants another one types a letter more. */
const MOST = 50

/** The commands that a query can mean: those that begin with it, then those that have it inside, then by description. */
export function commandOffers(commands: readonly CommandOffer[], query: string): Offer[] {
  const wanted = query.toLowerCase()
  const ranked = commands.flatMap((command) => {
    const rank = rankOf(command, wanted)
    return rank === null ? [] : [{ rank, command }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ command: { name, description } }) => ({
      label: '/' + name,
      detail: description,
      insert: `/${name} `,
      kind: 'command',
    }))
}

function rankOf({ name, description }: CommandOffer, wanted: string): number | null {
  const known = name.toLowerCase()
  if (known.startsWith(wanted)) return 0
  // What follows a command's name is meant for it, and no search any more.
  if (wanted.includes(' ')) return null
  if (known.includes(wanted)) return 1
  return wanted.length > 2 && description.toLowerCase().includes(wanted) ? 2 : null
}

/** What may follow the command that the text begins with, where nothing follows yet; null: nothing is known. */
export function hintOf(commands: readonly CommandOffer[], text: string): string | null {
  const meant = commands
    .filter(({ name }) => text.trimEnd() === '/' + name && text.length > name.length + 1)
    .toSorted((a, b) => b.name.length - a.name.length)[0]
  return meant?.hint ?? null
}

/** The folder that a query's path lies in, and what was typed of the name in it. */
export function placeOf(query: string): { readonly folder: string; readonly name: string } {
  const cut = query.lastIndexOf('/')
  return { folder: query.slice(0, Math.max(0, cut)), name: query.slice(cut + 1) }
}

/** The entries of a folder that a query can mean. A folder is completed with its `/`, so that one goes on inside. */
export function fileOffers(list: FolderList, query: string): Offer[] {
  const { folder, name } = placeOf(query)
  const wanted = name.toLowerCase()
  const fits = list.entries.flatMap((entry) => {
    const known = entry.name.toLowerCase()
    const open = entry.kind === 'file' || entry.kind === 'folder'
    // A name that starts with a dot is offered to who asks for it.
    if (!open || !known.includes(wanted) || (known.startsWith('.') && !wanted.startsWith('.'))) return []
    // A mark in a name would end its quotation early.
    return /["\n\r]/.test(entry.name) ? [] : [{ entry, rank: known.startsWith(wanted) ? 0 : 1 }]
  })
  return fits
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ entry }) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const isFolder = entry.kind === 'folder'
      return {
        label: isFolder ? entry.name + '/' : entry.name,
        detail: folder,
        insert: mention(isFolder ? path + '/' : path, isFolder),
        kind: isFolder ? 'folder' : 'file',
      }
    })
}

function mention(path: string, open: boolean): string {
  if (/\s/.test(path)) return open ? `@"${path}` : `@"${path}" `
  return open ? `@${path}` : `@${path} `
}
