/** What a person does with a question that comes up during a task. */
export type Reaction = 'allow' | 'deny' | 'stop'

/** A task of a recorded run: what the scripted model does, and how its questions are answered, in order. */
export interface Task {
  readonly script: (workspace: string) => string
  /** The last one stands for any further question. */
  readonly reactions: readonly Reaction[]
}

/** Lines of output of the longest command: some ten kilobytes. */
const LONG_OUTPUT_LINES = 2000
/** How often the plain task is repeated, so that a run has a hundred entries. */
const ROUNDS = 11

/**
 * What each harness is recorded with: words, thoughts, edits that are allowed, refused and stopped, commands, a plan,
 * two calls in one breath, a question, much output, and an error of the model.
 */
export const scenario: readonly Task[] = [
  task('allow', ({ notes }) => [
    '@think The notes come first.',
    '@say I read the notes and change them.',
    `@read ${notes}`,
    `@edit ${notes} :: first => second`,
    '@say The notes are changed.',
  ]),
  task('deny', ({ at }) => [`@write ${at('refused.txt')} :: never\\n`, '@say That was refused.']),
  task('allow', () => [`@sudo seq 1 ${LONG_OUTPUT_LINES}`, '@say Counted.']),
  task('allow', () => ['@plan Look around | Change it | Tell', '@say The plan stands.']),
  task('stop', ({ at }) => [`@write ${at('stopped.txt')} :: never\\n`, '@say Never said.']),
  task('allow', ({ at }) => [
    '@say Two at once.',
    `@write ${at('one.txt')} :: 1\\n`,
    `@and write ${at('two.txt')} :: 2\\n`,
    '@say Both are there.',
  ]),
  task('allow', () => ['@ask Which colour? | Red | Blue', '@say So be it.']),
  task('allow', () => ['@big 6']),
  task('allow', () => ['@say It goes wrong.', '@sudo ls /nowhere', '@say It went wrong.']),
  ...Array.from({ length: ROUNDS }, (_, index) =>
    task('allow', ({ notes }) => [
      `@think Round ${index + 1}.`,
      `@say Round ${index + 1} begins.`,
      `@read ${notes}`,
      `@edit ${notes} :: round ${index} => round ${index + 1}`,
      `@sudo echo round ${index + 1} >> log.txt`,
      `@say Round ${index + 1} is over.`,
    ]),
  ),
  // Last, because a harness may keep a task that failed and give it again with the next.
  task('allow', () => ['@status 400']),
]

/** The files that are there when a recorded run begins. */
export const FILES: Readonly<Record<string, string>> = {
  'notes.txt': 'The first line.\nround 0\n',
}

interface Places {
  readonly notes: string
  at(name: string): string
}

function task(reaction: Reaction, lines: (places: Places) => readonly string[]): Task {
  const script = (workspace: string): string => {
    const at = (name: string): string => `${workspace}/${name}`
    return lines({ notes: at('notes.txt'), at }).join('\n')
  }
  return { script, reactions: [reaction] }
}
