/** Bounds that both sides of a connection must agree on. Bytes are UTF-8 bytes of JSON unless said otherwise. */
export const LIMITS = {
  /** An entry's body; larger parts travel as blobs. */
  bodyBytes: 64 * 1024,
  /** Levels of arrays and objects in one event or request: what threads and documents can walk through anywhere. */
  jsonDepth: 100,
  /** One message on the orb link, in either direction. */
  linkMessageBytes: 1024 * 1024,
  /** Events in one link message. */
  linkBatch: 256,
  /** One blob. Covers the largest frame that a runner accepts from a harness. */
  blobBytes: 32 * 1024 * 1024,
  /** A JSON request to the HTTP API. */
  requestBytes: 256 * 1024,
  /** A prompt's text, as a command or as a queue item. */
  promptBytes: 128 * 1024,
  /** Titles and names are cut to this many characters where they enter. */
  nameChars: 200,
  /** A file that goes with a prompt: as much as a phone's photo has; and how many of them one prompt may have. */
  attachmentBytes: 10 * 1024 * 1024,
  attachments: 8,
  /** The reason that goes with a denial. */
  reasonChars: 4000,
  /** What a thread's room holds at most: the newest entries, or fewer where they are large. */
  tailEntries: 200,
  tailBytes: 128 * 1024,
  /** A page of older entries. */
  pageEntries: 100,
  /** One live update of a desk; the first upload after a reconnect; a whole desk, compacted. */
  deskUpdateBytes: 64 * 1024,
  deskStep2Bytes: 1024 * 1024,
  deskBytes: 1024 * 1024,
  /** One awareness state, and how many of them a device may send each second. */
  awarenessBytes: 1024,
  awarenessPerSecond: 5,
  /** Ended approvals and receipts of taken prompts that an orb's room still lists. */
  receipts: 50,
} as const
