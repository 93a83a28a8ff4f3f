import type { Random } from './random.ts'

/** A script that streams for a second or so: growing texts, whole entries and tool calls, some of them large. */
export function streamingScript(random: Random, title: string): string {
  const parts: readonly [string, ...string[]] = [
    `@repeat ${random.whole(40, 100)}\n@say Words of part {i} that grow while somebody reads them, one after another.\n@and @wait 6`,
    `@repeat ${random.whole(10, 30)}\n@many ${random.whole(5, 20)}\n@and @wait 20`,
    `@big ${random.whole(4, 60)}`,
    `@think A thought that nobody asked for, told in a dozen words or so, just to be there.\n@wait 30`,
    `@repeat ${random.whole(5, 15)}\n@read missing.html\n@and @wait 15`,
  ]
  const steps = Array.from({ length: random.whole(2, 4) }, () => random.pick(parts))
  return [title, '@nopermit', ...steps, `@say The end of ${title}.`].join('\n')
}

/** A script that asks once, and says something before and after. */
export function askingScript(random: Random, title: string): string {
  const asks: readonly [string, ...string[]] = [
    `@permit\n@run echo ${title} >> asked.txt`,
    `@permit\n@write notes/${title}.txt :: Written by ${title}.`,
    `@ask Which way, ${title}? | Left | Right`,
  ]
  return [title, `@say Before ${title}.`, random.pick(asks), `@say After ${title}.`].join('\n')
}

/** A script that shows that the agent works. */
export function plainScript(title: string): string {
  return `${title}\n@say Still here after ${title}.`
}
