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

/** One line of a script. */
export type Directive = SpeechDirective | ToolDirective

/** What the model does in one turn: it speaks, then calls at most one tool. */
export type ScriptStep = { speech: SpeechDirective[]; call: ToolDirective | undefined }

/** A directive line that cannot be understood. The message quotes the line and shows the form it should have. */
export class ScriptError extends Error {}

const DIRECTIVE_LINE = /^\s*@(say|think|wait|big|status|read|write|edit|run)(?:[ \t]+(.*\S))?\s*$/

/**
 * Reads the directives in a prompt, one to a line; every other line is ignored.
 *
 *     @say TEXT                      text of the reply
 *     @think TEXT                    reasoning
 *     @read PATH                     read a file
 *     @write PATH :: CONTENT         write a whole file
 *     @edit PATH :: OLD => NEW       replace text in a file
 *     @run COMMAND                   run a shell command
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
    return match ? [parseDirective(match[1] as Directive['op'], match[2] ?? '', line.trim())] : []
  })
}

/** The step that follows once `finishedCalls` tool calls of the script have their results. */
export function nextStep(script: readonly Directive[], finishedCalls: number): ScriptStep {
  const step: ScriptStep = { speech: [], call: undefined }
  let calls = 0
  for (const directive of script) {
    if (isSpeech(directive)) {
      if (calls === finishedCalls) step.speech.push(directive)
    } else {
      if (calls === finishedCalls) return { ...step, call: directive }
      calls += 1
    }
  }
  return step
}

function isSpeech(directive: Directive): directive is SpeechDirective {
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
      return { op, command: present(argument, `@run COMMAND, not "${line}"`) }
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
