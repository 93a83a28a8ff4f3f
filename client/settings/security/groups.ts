/** A hash in groups of four digits, as people compare it by eye and read it aloud. */
export function inGroups(hash: string): readonly string[] {
  return hash.match(/.{1,4}/g) ?? []
}
