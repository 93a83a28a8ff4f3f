/** A part that is too large to travel in its entry, and its beginning. */
export interface LargePart {
  readonly sha256: string
  readonly bytes: number
  readonly mediaType: string
  readonly preview: string
}
