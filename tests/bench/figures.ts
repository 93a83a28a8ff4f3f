/** One thing measured, beside a peer that does the least that could be done, in the same run. */
export interface Figure {
  readonly name: string
  readonly unit: string
  /** Which way is better. */
  readonly better: 'less' | 'more'
  readonly ours: number
  readonly peer: number
  /** What the peer is. */
  readonly against: string
  /** ours / peer. */
  readonly ratio: number
  /** How many values each median is over. */
  readonly rounds: number
}

/** What a figure is made of: values of both, one each round. Without values of a peer there is no ratio. */
export interface Measured extends Pick<Figure, 'name' | 'unit' | 'better' | 'against'> {
  readonly ours: readonly number[]
  readonly peer: readonly number[]
}

/** The figure of what was measured: the medians, and one divided by the other. */
export function figure({ ours, peer, ...about }: Measured): Figure {
  const [mine, theirs] = [median(ours), median(peer)]
  return { ...about, ours: rounded(mine), peer: rounded(theirs), ratio: rounded(mine / theirs), rounds: ours.length }
}

/** The middle value; of an even number of values, the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Three significant digits: more would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(3))
}

/** The figures of one benchmark as lines of text. */
export function figureLines(figures: readonly Figure[]): string {
  const rows = [
    ['', 'Perigee', 'peer', 'ratio', ''],
    ...figures.map((one) => [
      `${one.name} (${one.unit})`,
      String(one.ours),
      shown(one.peer),
      shown(one.ratio),
      `${one.better} is better; peer: ${one.against}`,
    ]),
  ]
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => pad(cell, widths[at] ?? 0, at))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function shown(value: number): string {
  return Number.isFinite(value) ? String(value) : '–'
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 || column === 4 ? cell.padEnd(width) : cell.padStart(width)
}
