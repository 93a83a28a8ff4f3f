/** A library whose code is part of the app, and the licence that it comes under. */
export interface Licence {
  readonly name: string
  readonly licence: string
}

/** Every library in the app that people open; a test holds each against its own package. */
export const LICENCES: readonly Licence[] = [
  { name: '@noble/curves', licence: 'MIT' },
  { name: '@noble/hashes', licence: 'MIT' },
  { name: '@scure/bip39', licence: 'MIT' },
  { name: '@solidjs/router', licence: 'MIT' },
  { name: 'diff', licence: 'BSD-3-Clause' },
  { name: 'fractional-indexing', licence: 'CC0-1.0' },
  { name: 'idb-keyval', licence: 'Apache-2.0' },
  { name: 'jsqr', licence: 'Apache-2.0' },
  { name: 'lib0', licence: 'MIT' },
  { name: 'lucide-solid', licence: 'ISC' },
  { name: 'marked', licence: 'MIT' },
  { name: 'solid-js', licence: 'MIT' },
  { name: 'uqr', licence: 'MIT' },
  { name: 'workbox-core', licence: 'MIT' },
  { name: 'workbox-precaching', licence: 'MIT' },
  { name: 'workbox-routing', licence: 'MIT' },
  { name: 'workbox-window', licence: 'MIT' },
  { name: 'y-indexeddb', licence: 'MIT' },
  { name: 'y-protocols', licence: 'MIT' },
  { name: 'yjs', licence: 'MIT' },
  { name: 'zod', licence: 'MIT' },
]
