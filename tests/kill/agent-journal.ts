import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An answer that the scripted agent got, as it wrote it down before it acted on it. */
export interface AgentAnswer {
  readonly kind: 'permission' | 'question'
  readonly toolCallId: string | null
  readonly outcome: string
  readonly optionId: string | null
  readonly at: number
}

/** What the scripted agent wrote down about itself, synced to disk as it happened. */
export interface AgentJournal {
  answers(): AgentAnswer[]
  /** Texts of prompts that came more than once; no two prompts of ours have one text. */
  repeatedPrompts(): string[]
  /** The process that got the newest prompt, or null before the first. */
  pid(): number | null
}

/** The journal in the folder that the agent was given with `--store`. */
export function agentJournal(store: string): AgentJournal {
  const prompts = (): { text: string; pid: number }[] => readLines(join(store, 'prompts.jsonl'))
  return {
    answers: () => readLines<AgentAnswer>(join(store, 'answers.jsonl')),
    repeatedPrompts() {
      const texts = prompts().map((prompt) => prompt.text)
      return texts.filter((text, at) => texts.indexOf(text) !== at)
    },
    pid: () => prompts().at(-1)?.pid ?? null,
  }
}

/** The whole lines of a file; none where it does not exist. A killed writer leaves the last line unfinished. */
function readLines<T>(path: string): T[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T)
}
