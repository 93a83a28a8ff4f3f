import { actOut } from '../faults/acts.ts'
import { isFaultName } from '../faults/table.ts'
import { availableCommands } from '../sessions/commands.ts'
import { usage, withSetting } from '../sessions/settings.ts'
import { showSettings } from '../sessions/show-settings.ts'
import { commandTool } from '../tools/command.ts'
import { deleteTool, editTool, readTool, writeTool } from '../tools/files.ts'
import { askQuestion, askToOpen } from '../tools/question.ts'
import { type ToolUse, useTool } from '../tools/tool-call.ts'
import { makeMany } from '../turns/many.ts'
import { compact, notice } from '../turns/optional-updates.ts'
import { Plan } from '../turns/plan.ts'
import { say, sayMuch, think } from '../turns/speech.ts'
import type { Turn, TurnEnd } from '../turns/turn.ts'
import type { Directive } from './directives.ts'
import { forRound, type Step } from './parse.ts'

/** JSON-RPC's "internal error": what harnesses answer where their model failed. */
const INTERNAL_ERROR = -32603

const STOP_REASONS = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const

const WORKING: readonly Directive['op'][] = ['read', 'write', 'edit', 'delete', 'run', 'ask', 'askurl']

/** What starts a directive that was made ready. */
type Start = () => Promise<void>

/** Plays a script to its end. A plan in it moves on with the steps that follow it. */
export async function playScript(turn: Turn, steps: readonly Step[]): Promise<void> {
  let plan: Plan | null = null
  let worked = 0
  let work = 0
  for (const [index, step] of steps.entries()) {
    const [first] = step.directives
    if (first?.op === 'plan') {
      plan = await Plan.show(turn, first.entries)
      worked = 0
      work = steps.slice(index + 1).filter(isWork).length
      continue
    }
    for (let round = 1; round <= step.times; round += 1) {
      // Made ready one by one, so that calls that start together are always announced in the order of the script.
      const starts: Start[] = []
      for (const directive of step.directives) starts.push(await makeReady(turn, forRound(directive, round)))
      await together(starts.map((start) => start()))
    }
    if (!isWork(step)) continue
    worked += 1
    await plan?.reach(worked / work)
  }
  await plan?.reach(1)
}

function isWork(step: Step): boolean {
  return step.directives.some((directive) => WORKING.includes(directive.op))
}

/** Waits for all, and only then passes on the first failure: none may go on behind a turn that has ended. */
async function together(plays: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(plays)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function makeReady(turn: Turn, directive: Directive): Promise<Start> {
  switch (directive.op) {
    case 'read':
      return starting(turn, await readTool(turn, directive.path))
    case 'write':
      return starting(turn, await writeTool(turn, directive.path, directive.content))
    case 'edit':
      return starting(turn, await editTool(turn, directive.path, directive.oldText, directive.newText))
    case 'delete':
      return starting(turn, await deleteTool(turn, directive.path))
    case 'run':
      return starting(turn, commandTool(turn, directive.command))
    default:
      return () => play(turn, directive)
  }
}

async function play(
  turn: Turn,
  directive: Exclude<Directive, { op: 'read' | 'write' | 'edit' | 'delete' | 'run' }>,
): Promise<void> {
  switch (directive.op) {
    case 'say':
      return say(turn, directive.text)
    case 'think':
      return think(turn, directive.text)
    case 'ask':
      return ask(turn, directive.question, directive.options)
    case 'askurl':
      return askUrl(turn, directive.question, directive.url)
    case 'permit':
      turn.asks = true
      return
    case 'nopermit':
      turn.asks = false
      return
    case 'wait':
      return turn.wait(directive.milliseconds)
    case 'big':
      return sayMuch(turn, directive.kilobytes)
    case 'many':
      return makeMany(turn, directive.count)
    case 'mode':
      return setMode(turn, directive.modeId)
    case 'title':
      turn.session.record.title = directive.text
      return turn.show({
        sessionUpdate: 'session_info_update',
        title: directive.text,
        updatedAt: new Date().toISOString(),
      })
    case 'usage':
      return turn.send(usage(turn.session.record, directive.used, directive.size))
    case 'commands':
      return turn.send({ sessionUpdate: 'available_commands_update', availableCommands: availableCommands() })
    case 'notice':
      return notice(turn, directive.text)
    case 'compact':
      return compact(turn, directive.text)
    case 'status':
      return turn.end(endOf(directive.ending, directive.message))
    case 'fault':
      return fault(turn, directive.name, directive.argument)
    case 'plan':
      await Plan.show(turn, directive.entries)
      return
    case 'unknown':
      return say(turn, `I cannot follow "${directive.line}": ${directive.reason}.`)
  }
}

function starting(turn: Turn, tool: ToolUse): Start {
  return async () => {
    const outcome = await useTool(turn, tool)
    if (outcome.tag === 'refused') await say(turn, `I was not allowed to do this: ${tool.title}. I leave it and go on.`)
  }
}

async function ask(turn: Turn, question: string, options: readonly string[]): Promise<void> {
  const answer = await askQuestion(turn, question, options)
  if (answer.tag === 'answered') return say(turn, `The answer is: ${answer.answer}`)
  return say(turn, answer.tag === 'declined' ? 'The question was declined.' : 'The question got no answer.')
}

async function askUrl(turn: Turn, message: string, url: string): Promise<void> {
  const answer = await askToOpen(turn, message, url)
  if (answer === null) return say(turn, `This client cannot open pages. The page is ${url}`)
  return say(turn, answer.tag === 'answered' ? 'The page was opened.' : 'The page was not opened.')
}

async function setMode(turn: Turn, modeId: string): Promise<void> {
  const changed = withSetting(turn.session.record, 'mode', modeId)
  if (changed === null) return say(turn, `There is no mode "${modeId}".`)
  turn.session.record = changed
  await showSettings(turn.runtime, changed)
}

async function fault(turn: Turn, name: string, argument: string): Promise<void> {
  if (!isFaultName(name)) return say(turn, `There is no fault "${name}".`)
  turn.faults.add(name, argument)
  await actOut(turn, name, argument)
}

function endOf(ending: string, message: string): TurnEnd {
  const stopReason = STOP_REASONS.find((reason) => reason === ending)
  if (stopReason !== undefined) return { tag: 'stopped', stopReason }
  return { tag: 'failed', code: INTERNAL_ERROR, message: message === '' ? 'The model could not be reached' : message }
}
