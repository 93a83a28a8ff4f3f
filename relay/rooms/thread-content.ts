import type * as Y from 'yjs'
import { LIMITS } from '../../shared/limits.ts'
import type { Change, Ledger } from '../ledger/ledger.ts'
import { setFact, type Left, type RoomContent } from './content.ts'
import { Tail } from './tail.ts'

/** The live tail of a transcript. */
export function threadContent(ledger: Ledger, threadId: string): RoomContent {
  const tail = new Tail()

  return {
    async load() {
      const found = await ledger.threadTail(threadId, LIMITS.tailEntries, LIMITS.tailBytes)
      if (found === null) return false
      tail.load(found)
      return true
    },
    stage(change: Change) {
      if (change.type === 'entry') tail.apply(change.event, change.entryPosition)
    },
    write(doc: Y.Doc, settle: boolean): Left {
      const left = tail.write(doc.getArray('tail'))
      const meta = doc.getMap('meta')
      setFact(meta, 'firstPosition', tail.firstPosition)
      setFact(meta, 'segment', null)
      if (settle) setFact(meta, 'head', tail.head)
      if (left === 'more') return 'more'
      return meta.get('head') === tail.head ? 'nothing' : 'later'
    },
  }
}
