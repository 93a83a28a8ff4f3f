import { createContext, createSignal, type Accessor } from 'solid-js'
import { newId } from '../../shared/ids.ts'
import { readLocalJson, writeLocal } from '../platform/local-storage.ts'

/** What somebody has to say about lines of a change. */
export interface LineComment {
  readonly id: string
  readonly path: string
  /** The first and the last line, counted from 1; of the old text where `removed`. */
  readonly from: number
  readonly to: number
  readonly removed: boolean
  /** The lines as they were when the comment was written. */
  readonly quote: string
  readonly text: string
}

/** Comments on the changes of an orb, kept on this device until they are sent or thrown away. */
export interface Review {
  readonly comments: Accessor<readonly LineComment[]>
  add(comment: Omit<LineComment, 'id'>): void
  remove(id: string): void
  clear(): void
}

/** Where diffs may be commented on; undefined: nowhere. */
export const ReviewContext = createContext<Accessor<Review | undefined>>()

/** More than anybody writes before sending them; a prompt could not hold more either. */
const MOST_COMMENTS = 100

const reviews = new Map<string, Review>()

/** The review of an orb: the same one on every page. */
export function reviewOf(orbId: string): Review {
  const known = reviews.get(orbId)
  if (known !== undefined) return known
  const key = 'perigee-review:' + orbId
  const [comments, setComments] = createSignal(read(key))
  const change = (next: readonly LineComment[]): void => {
    setComments(next)
    // Without storage they live as long as the page.
    writeLocal(key, next.length === 0 ? null : JSON.stringify(next))
  }
  const review: Review = {
    comments,
    add: (comment) => change([...comments(), { ...comment, id: newId() }].slice(-MOST_COMMENTS)),
    remove: (id) => change(comments().filter((comment) => comment.id !== id)),
    clear: () => change([]),
  }
  reviews.set(orbId, review)
  return review
}

function read(key: string): readonly LineComment[] {
  const parsed = readLocalJson(key)
  return Array.isArray(parsed) ? parsed.filter(isComment) : []
}

function isComment(value: unknown): value is LineComment {
  if (typeof value !== 'object' || value === null) return false
  const { id, path, from, to, removed, quote, text } = value as Record<string, unknown>
  const texts = [id, path, quote, text].every((one) => typeof one === 'string')
  return texts && typeof from === 'number' && typeof to === 'number' && typeof removed === 'boolean'
}
