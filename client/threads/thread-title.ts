import type { ThreadView } from '../../shared/rooms/content.ts'
import { threadWords } from './words.ts'

/** A thread's name, or a stand-in. */
export function threadTitle(thread: Pick<ThreadView, 'title'>): string {
  return thread.title.trim() === '' ? threadWords.untitled : thread.title
}
