import { createHash } from 'node:crypto'

/** Choices that a seed repeats. */
export interface Random {
  /** A number from 0 up to, not including, `below`. */
  number(below: number): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** Choices for one purpose: the same whenever the same seed and purpose come together, whatever ran before. */
export function randomFor(seed: string, ...purpose: readonly (string | number)[]): Random {
  let drawn = 0
  // A hash for each draw: slow as generators go, and a round draws a dozen times.
  const unit = (): number => {
    const digest = createHash('sha256')
      .update([seed, ...purpose, drawn++].join('\n'))
      .digest()
    return digest.readUIntBE(0, 6) / 2 ** 48
  }
  const whole = (least: number, most: number): number => least + Math.floor(unit() * (most - least + 1))
  return {
    number: (below) => unit() * below,
    whole,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
  }
}
