/** What every signed-in page asks for as soon as its first screen stands: rooms, and what looks after the device. */
const SOON =
  /\/client\/(?:rooms\/projection|orbs\/orb-store|commands\/kept-sends|devices\/roster-client|platform\/register-worker)\.ts$/

/** What pages of every kind are built of: icons, elements, words. */
const PARTS = /\/(?:lucide-solid|client\/ui|client\/i18n)\/|\/client\/.*words\.ts$/

/** What shows a question. The thread that it stands in shows all of that, too, and most of it is in other pages. */
const QUESTION = /\/client\/approvals\/approval-page\.tsx$/

/** Less is not worth a file: it goes along with what is next to it. In bytes of source. */
const SMALL = 4_000

/**
 * Which modules of the app share a file. Each file costs a request, a turn of the service worker and a place in the
 * browser's books, so what is mostly loaded together is one.
 *
 * @type {import('rolldown').OutputOptions}
 */
export const chunks = {
  codeSplitting: {
    groups: [
      { name: 'start', tags: ['$initial'], priority: 4 },
      { name: 'soon', test: SOON, priority: 3 },
      { name: 'parts', test: PARTS, minShareCount: 2, priority: 2 },
      { name: 'question', test: QUESTION, priority: 1 },
      { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL },
    ],
  },
  chunkFileNames: ({ name }) => `assets/${short(name)}-[hash].js`,
  assetFileNames: ({ names }) => `assets/${short(names[0] ?? '')}-[hash][extname]`,
}

/**
 * A name without the list of all who share the file, which every address of it would carry.
 *
 * @param {string} name
 */
function short(name) {
  return name.replace(/\.\w+$/, '').split('~')[0]
}
