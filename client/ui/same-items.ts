/** Whether two lists hold the same, in the same order: for computations of keys, which change when one comes or goes. */
export function sameItems(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at])
}
