/** The range of link and room protocol versions that this software speaks: [lowest, highest]. */
export const PROTOCOL: readonly [number, number] = [1, 1]

/** The software's version, as in package.json. */
export const SOFTWARE = '0.1.0'

/** The highest version that both ranges hold, or null where they do not meet. */
export function commonProtocol(mine: readonly [number, number], theirs: readonly [number, number]): number | null {
  const highest = Math.min(mine[1], theirs[1])
  return highest >= Math.max(mine[0], theirs[0]) ? highest : null
}
