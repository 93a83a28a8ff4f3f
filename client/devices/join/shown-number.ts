/** A match number as people compare it: in groups of three. */
export function shownNumber(number: string): string {
  // A space that does not break: both groups stand in one line.
  return number.replace(/(\d{3})(?=\d)/g, '$1\u00a0')
}
