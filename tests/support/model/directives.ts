/** What the model says or does to the connection: it needs no tool. */
export type SpeechDirective =
  | { op: 'say'; text: string }
  | { op: 'think'; text: string }
  | { op: 'wait'; ms: number }
  | { op: 'big'; kilobytes: number }
  | { op: 'status'; code: number }

/** What the model asks the harness to do with one of its tools. */
export type ToolDirective =
  | { op: 'read'; path: string }
  | { op: 'write'; path: string; content: string }
  | { op: 'edit'; path: string; before: string; after: string }
  | { op: 'run'; command: string }
  | { op: 'sudo'; command: string }
  | { op: 'plan'; steps: string[] }
  | { op: 'ask'; question: string; choices: string[] }

/** One line of a script. `joined`: the tool is called in one breath with the one before. */
export type Directive = SpeechDirective | (ToolDirective & { joined?: true })

/** A directive line that cannot be understood. The message quotes the line and shows the form it should have. */
export class ScriptError extends Error {}

const DIRECTIVE_LINE =
  /^\s*@(and\s+)?(say|think|wait|big|status|read|write|edit|run|sudo|plan|ask)(?:[ \t]+(.*\S))?\s*$/

/**
 * Reads the directives in a prompt, one to a line; every other line is ignored.
 *
 *     @say TEXT                      text of the reply
 *     @think TEXT                    reasoning
 *     @read PATH                     read a file
 *     @write PATH :: CONTENT         write a whole file
 *     @edit PATH :: OLD => NEW       replace text in a file
 *     @run COMMAND                   run a shell command
 *     @sudo COMMAND                  the same, asking to leave the sandbox where the tool has a switch for it
 *     @plan STEP | STEP ...          note a plan, the first step of which is under way
 *     @ask QUESTION | CHOICE ...     put a question to the person
 *     @and run COMMAND               this call, or any other, together with the one before
 *     @wait MS                       pause in mid-stream
 *     @big KILOBYTES                 that much text, in pieces of 1 KiB
 *     @status CODE                   answer with this HTTP error instead
 *
 * In TEXT, CONTENT, OLD and NEW, `\n` is a newline, `\t` a tab and `\\` a backslash.
 *
 * @throws ScriptError for a directive whose argument is missing or has the wrong form
 */
export function parseScript(prompt: string): Directive[] {
  return prompt.split('\n').flatMap((line) => {
    const match = DIRECTIVE_LINE.exec(line)
    if (!match) return []
    const directive = parseDirective(match[2] as Directive['op'], match[3] ?? '', line.trim())
    return [match[1] === undefined || isSpeech(directive) ? directive : { ...directive, joined: true }]
  })
}

/** True for what the model does without a tool. */
export function isSpeech(directive: Directive): directive is SpeechDirective {
  return ['say', 'think', 'wait', 'big', 'status'].includes(directive.op)
}

function parseDirective(op: Directive['op'], argument: string, line: string): Directive {
  switch (op) {
    case 'say':
    case 'think':
      return { op, text: unescape(argument) }
    case 'wait':
      return { op, ms: wholeNumber(argument, `@wait MS, not "${line}"`) }
    case 'big':
      return { op, kilobytes: wholeNumber(argument, `@big KILOBYTES, not "${line}"`) }
    case 'status':
      return { op, code: wholeNumber(argument, `@status CODE, not "${line}"`) }
    case 'read':
      return { op, path: present(argument, `@read PATH, not "${line}"`) }
    case 'run':
    case 'sudo':
      return { op, command: present(argument, `@${op} COMMAND, not "${line}"`) }
    case 'plan':
      return { op, steps: list(present(argument, `@plan STEP | STEP, not "${line}"`)) }
    case 'ask': {
      const [question = '', ...choices] = list(present(argument, `@ask QUESTION | CHOICE, not "${line}"`))
      return { op, question, choices: choices.length > 0 ? choices : ['Yes', 'No'] }
    }
    case 'write': {
      const [path, content] = halves(argument, ' :: ', `@write PATH :: CONTENT, not "${line}"`)
      return { op, path, content: unescape(content) }
    }
    case 'edit': {
      const form = `@edit PATH :: OLD => NEW, not "${line}"`
      const [path, change] = halves(argument, ' :: ', form)
      const [before, after] = halves(change, ' => ', form)
      return { op, path, before: unescape(before), after: unescape(after) }
    }
  }
}

function list(argument: string): string[] {
  return argument.split('|').map((item) => item.trim())
}

function halves(argument: string, separator: string, form: string): [string, string] {
  const at = argument.indexOf(separator)
  if (at <= 0) throw new ScriptError(`A script line has the form ${form}.`)
  return [argument.slice(0, at).trim(), argument.slice(at + separator.length)]
}

function wholeNumber(argument: string, form: string): number {
  if (!/^\d+$/.test(argument)) throw new ScriptError(`A script line has the form ${form}.`)
  return Number(argument)
}

function present(argument: string, form: string): string {
  if (argument === '') throw new ScriptError(`A script line has the form ${form}.`)
  return argument
}

function unescape(text: string): string {
  const meanings: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' }
  return text.replace(/\\([nt\\])/g, (_, letter: string) => meanings[letter] ?? letter)
}
