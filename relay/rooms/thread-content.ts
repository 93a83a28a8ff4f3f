import type * as Y from 'yjs'
import { LIMITS } from '../../shared/limits.ts'
import type { Change, Ledger } from '../ledger/ledger.ts'
import { setFact, type Left, type RoomContent } from './content.ts'
import { threadTopic } from './feed.ts'
import { Tail } from './tail.ts'

/** The live tail of a transcript. */
export function threadContent(ledger: Ledger, threadId: string): RoomContent {
  const tail = new Tail()

  return {
    topics: [threadTopic(threadId)],
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
      const wrote = tail.write(doc.getArray('tail'))
      const meta = doc.getMap('meta')
      setFact(meta, 'firstPosition', tail.firstPosition)
      setFact(meta, 'segment', null)
      // Beside a delta a new head would cost as much as the delta; an entry that begins or ends carries it along.
      if (settle || wrote !== 'grown') setFact(meta, 'head', tail.head)
      if (wrote === 'more') return 'more'
      return meta.get('head') === tail.head ? 'nothing' : 'later'
    },
  }
}
