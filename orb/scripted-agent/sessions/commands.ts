import type { AvailableCommand } from '@agentclientprotocol/sdk'

const TOUR = `@plan Look | Write | Run | Ask
@think What is here?
@read README.md
@write notes.txt :: A note\\n
@run ls
@ask Was that all? | Yes | No
@usage`

type Command = AvailableCommand & {
  /** The script that it stands for; null for the default story about what follows it. */
  script: string | null
}

const COMMANDS: readonly Command[] = [
  {
    name: 'story',
    description: 'Plan, edit, check and ask about the page',
    input: { hint: 'what to do' },
    script: null,
  },
  { name: 'check', description: 'Run the check of the page', script: '@run node check.mjs' },
  { name: 'tour', description: 'Show one of everything', script: TOUR },
]

/** The slash commands on offer, as ACP shows them. */
export function availableCommands(): AvailableCommand[] {
  return COMMANDS.map(({ script: _, ...command }) => command)
}

/** A prompt with the slash command at its start replaced by what it stands for. */
export function expandCommand(prompt: string): string {
  const [, name, rest = ''] = /^\/([a-z]+)\b\s*([\s\S]*)$/.exec(prompt.trimStart()) ?? []
  const command = COMMANDS.find((offered) => offered.name === name)
  if (command === undefined) return prompt
  return command.script ?? rest
}
