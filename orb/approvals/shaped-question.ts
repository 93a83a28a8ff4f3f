import type { Question, QuestionField } from '../../shared/approvals/request.ts'
import { isObject } from '../harness/json-rpc.ts'
import { cutName, type ToolCall } from '../transcripts/tool-call.ts'
import { selected } from './harness-answer.ts'
import type { OfferedField, OfferedOption } from './open-approval.ts'

const QUESTIONS = 20
const CHOICES = 50

/** A question that came in the shape of a permission. */
export interface ShapedQuestion {
  readonly question: Question
  readonly fields: readonly OfferedField[]
}

/**
 * The questions in the input of a call that a permission was asked for; null where there are none that could be shown
 * whole, so that it is a permission like any other.
 */
export function shapedQuestion(call: ToolCall): ShapedQuestion | null {
  const list = isObject(call.rawInput) ? call.rawInput['questions'] : null
  if (call.toolKind !== 'think' || !Array.isArray(list) || list.length === 0 || list.length > QUESTIONS) return null
  const fields: OfferedField[] = []
  for (const [index, one] of list.entries()) {
    const shown = isObject(one) ? field(index, one) : null
    if (shown === null) return null
    fields.push({ shown, harnessName: String(index), integer: false })
  }
  return { question: { message: call.title, fields: fields.map((one) => one.shown), url: null }, fields }
}

/**
 * The answer to it: the option that lets the call go on, with the answers by the number of their question. Null where no
 * option lets it.
 */
export function shapedAnswer(options: readonly OfferedOption[], content: Record<string, unknown>): unknown {
  const go = options.find((option) => option.implied && option.shown.kind === 'allow_once')
  if (go === undefined) return null
  const answers = Object.entries(content).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : String(value),
  ])
  return { ...(selected(go.harnessId) as object), answers: Object.fromEntries(answers) as unknown }
}

function field(index: number, one: Readonly<Record<string, unknown>>): QuestionField | null {
  const { question, header, options, multiSelect } = one
  if (typeof question !== 'string' || !Array.isArray(options) || options.length > CHOICES) return null
  const choices = options.filter(isObject).flatMap(({ label, description }) => {
    if (typeof label !== 'string' || label === '' || label.length > 1000) return []
    const more = typeof description === 'string' && description !== '' ? `: ${description}` : ''
    return [{ value: label, label: cutName(`${label}${more}`, 300) }]
  })
  if (choices.length !== options.length) return null
  return {
    name: String(index),
    title: cutName(question, 1000),
    description: typeof header === 'string' ? cutName(header) : null,
    type: choices.length === 0 ? 'text' : multiSelect === true ? 'choices' : 'choice',
    required: true,
    choices,
  }
}
