import type { Random } from './random.ts'

/** A script that streams for about a second: growing texts, whole entries and tool calls, some of them large. */
export function streamingScript(random: Random, mark: string): string {
  const parts: readonly [string, ...string[]] = [
    `@repeat ${random.whole(20, 50)}\n@say Words of part {i} that grow while somebody reads them, one after another.\n@and @wait 10`,
    `@repeat ${random.whole(5, 15)}\n@many ${random.whole(2, 6)}\n@and @wait 25`,
    `@big ${random.whole(4, 40)}`,
    `@think A thought that nobody asked for, told in a dozen words or so, just to be there.\n@wait 30`,
    `@repeat ${random.whole(3, 8)}\n@read index.html\n@and @wait 20`,
  ]
  const steps = Array.from({ length: random.whole(2, 4) }, () => random.pick(parts))
  return [`${mark}`, '@nopermit', ...steps, `@say The end of ${mark}.`].join('\n')
}

/** A script that asks once, and says something before and after. */
export function askingScript(random: Random, mark: string): string {
  const asks: readonly [string, ...string[]] = [
    `@permit\n@run echo ${mark} >> asked.txt`,
    `@permit\n@write notes/${mark}.txt :: Written by ${mark}.`,
    `@ask Which way, ${mark}? | Left | Right`,
  ]
  return [`${mark}`, `@say Before ${mark}.`, random.pick(asks), `@say After ${mark}.`].join('\n')
}

/** A script that shows that the agent works. */
export function plainScript(mark: string): string {
  return `${mark}\n@say Still here after ${mark}.`
}
