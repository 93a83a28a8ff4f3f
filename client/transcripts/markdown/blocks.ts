import { createComputed, type Accessor } from 'solid-js'
import { createStore, produce, reconcile } from 'solid-js/store'
import type { Block } from './nodes.ts'
import { NOTHING_READ, readOn, type Reading } from './stream.ts'

/** Merged place by place: a block has no key, and one that grows stays where it is. */
const IN_PLACE = { key: null, merge: true }

/**
 * The blocks of a text that grows. Only what is new in the tail changes, however deep it stands: the elements made of
 * everything else stay in the page, and a selection outlasts the next word.
 */
export function createBlocks(text: Accessor<string>): readonly Block[] {
  const [store, setStore] = createStore<{ blocks: Block[] }>({ blocks: [] })
  createComputed((before: Reading) => {
    const reading = readOn(before, text())
    if (reading === before) return before
    const all = [...reading.settled.slice(reading.unchanged), ...reading.tail]
    for (const [index, block] of all.entries()) {
      setStore('blocks', reading.unchanged + index, (known) =>
        known === undefined ? block : reconcile<Block, Block>(block, IN_PLACE)(known),
      )
    }
    setStore(
      'blocks',
      produce((blocks) => void blocks.splice(reading.unchanged + all.length)),
    )
    return reading
  }, NOTHING_READ)
  return store.blocks
}
