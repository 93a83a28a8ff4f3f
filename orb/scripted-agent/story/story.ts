import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandTool } from '../tools/command.ts'
import { editTool, readTool } from '../tools/files.ts'
import { askQuestion } from '../tools/question.ts'
import { type ToolOutcome, useTool } from '../tools/tool-call.ts'
import { Plan } from '../turns/plan.ts'
import { say, think } from '../turns/speech.ts'
import type { Turn } from '../turns/turn.ts'
import { accentFor, escapeHtml, headingFrom } from './heading.ts'

const PLAN = ['Read the page', 'Write the new heading', 'Run the check', 'Settle the layout', 'Adjust the styles']

const LAYOUTS = { 'One column': '1fr', 'Two columns': '1fr 1fr' } as const

const HEADING = /<h1>[^]*?<\/h1>/
const SETTINGS = /--accent: ([^;]*);\s*--columns: ([^;]*);/

/** The story played for a prompt without a script: a small piece of work on the page in the workspace. */
export async function playStory(turn: Turn, prompt: string): Promise<void> {
  const heading = headingFrom(prompt)
  await think(turn, `The request is "${heading}". The page is small, so I can read it whole before I touch it.`)
  await say(turn, `${opening(prompt)} I will read the page first, then make one change at a time.`)
  const plan = await Plan.show(turn, PLAN)

  const page = await read(turn, 'index.html')
  await plan.next()
  if (page === null) {
    await say(
      turn,
      'There is no index.html in this workspace, so there is nothing for me to work on. I have changed nothing.',
    )
    return
  }

  const did: string[] = []
  const left: string[] = []
  note(await writeHeading(turn, page, heading), 'the heading', did, left)
  await plan.next()

  const checked = await check(turn)
  await plan.next()

  const layout = await askLayout(turn)
  await plan.next()

  note(await adjustStyles(turn, prompt, layout), 'the styles', did, left)
  await plan.next()
  await say(turn, summary(did, left, checked))
}

function opening(prompt: string): string {
  if (/\b(colou?rs?|dark|light|bright|blue|green|red)\b/i.test(prompt)) return 'A matter of colour, gladly.'
  if (/\b(fix|bug|broken|wrong|error)\b/i.test(prompt)) return 'Let me see what is wrong.'
  return prompt.trim().endsWith('?') ? 'Good question.' : 'On it.'
}

async function read(turn: Turn, name: string): Promise<string | null> {
  const outcome = await useTool(turn, await readTool(turn, name))
  return outcome.tag === 'done' ? outcome.text : null
}

/** Null where there was nothing to do. */
async function writeHeading(turn: Turn, page: string, heading: string): Promise<ToolOutcome | null> {
  const old = HEADING.exec(page)?.[0]
  const fresh = `<h1>${escapeHtml(heading)}</h1>`
  if (old === undefined || old === fresh) {
    await say(turn, old === undefined ? 'The page has no main heading to change.' : 'The heading already says this.')
    return null
  }
  const outcome = await useTool(turn, await editTool(turn, 'index.html', old, fresh))
  if (outcome.tag === 'refused') await say(turn, 'Then the heading stays as it was. I go on with the check.')
  if (outcome.tag === 'done') await say(turn, `The page now begins with "${heading}". Next I run the check.`)
  return outcome
}

async function check(turn: Turn): Promise<string> {
  if (!turn.session.record.options.checks) return 'The check is switched off.'
  if (!existsSync(join(turn.session.record.cwd, 'check.mjs'))) return 'There is no check in this workspace.'
  const outcome = await useTool(turn, commandTool(turn, 'node check.mjs'))
  switch (outcome.tag) {
    case 'done':
      return 'The check passed.'
    case 'failed':
      return 'The check found something wrong; its report is above.'
    case 'refused':
      await say(turn, 'Without the check I cannot tell whether the page is sound, so I go on carefully.')
      return 'The check was not run.'
  }
}

async function askLayout(turn: Turn): Promise<string | null> {
  const answer = await askQuestion(turn, 'Which of these two layouts?', Object.keys(LAYOUTS))
  if (answer.tag === 'answered') {
    await say(turn, `${answer.answer}, then.`)
    return answer.answer
  }
  await say(turn, 'Without an answer the layout stays as it is.')
  return null
}

async function adjustStyles(turn: Turn, prompt: string, layout: string | null): Promise<ToolOutcome | null> {
  const file = join(turn.session.record.cwd, 'styles.css')
  const styles = await readFile(file, 'utf8').catch(() => '')
  const [old, accent = '', columns = ''] = SETTINGS.exec(styles) ?? []
  if (old === undefined) return null
  const wanted = Object.entries(LAYOUTS).find(([name]) => name === layout)?.[1] ?? columns
  const fresh = `--accent: ${accentFor(prompt, accent)};\n  --columns: ${wanted};`
  return useTool(turn, await editTool(turn, 'styles.css', old, fresh))
}

function note(outcome: ToolOutcome | null, what: string, did: string[], left: string[]): void {
  if (outcome === null) return
  const list = outcome.tag === 'done' ? did : left
  list.push(what)
}

function summary(did: readonly string[], left: readonly string[], checked: string): string {
  const done = did.length === 0 ? 'Nothing was changed.' : `Done: I changed ${did.join(' and ')}.`
  const rest = left.length === 0 ? '' : ` I left ${left.join(' and ')} alone.`
  return `${done}${rest} ${checked}`
}
