import type { Question, QuestionField } from '../../shared/approvals/request.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import { cutName } from '../transcripts/tool-call.ts'
import type { OfferedField } from './open-approval.ts'

const FIELDS = 40
const CHOICES = 100
const MESSAGE_CHARS = 4000

/** The question of an elicitation form: each property of its flat schema is a field. */
export function formQuestion(params: JsonObject): { question: Question; fields: OfferedField[] } {
  const schema = isObject(params['requestedSchema']) ? params['requestedSchema'] : {}
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const fields = properties
    .slice(0, FIELDS)
    .map(([name, property]) => field(name, isObject(property) ? property : {}, required.includes(name)))
  return { question: { message: messageOf(params), fields: fields.map((one) => one.shown), url: null }, fields }
}

/** The question of an elicitation that is answered on a page elsewhere; null where its address is none for a browser. */
export function urlQuestion(params: JsonObject): Question | null {
  const url = typeof params['url'] === 'string' ? params['url'] : ''
  if (!/^https?:\/\//i.test(url) || url.length > 4000 || !URL.canParse(url)) return null
  return { message: messageOf(params), fields: [], url }
}

/** What became of an answer: what to give the harness, or why it does not fit the question. */
export type AnswerResult =
  | { readonly is: 'content'; readonly content: Record<string, unknown> }
  | { readonly is: 'misfit'; readonly message: string }

/** Checks an answer against the fields that were asked for; only those reach the harness. */
export function answerContent(fields: readonly OfferedField[], answer: Record<string, unknown> | null): AnswerResult {
  const content: Record<string, unknown> = {}
  for (const { shown, harnessName, integer } of fields) {
    const value = answer?.[shown.name]
    if (value === undefined || value === null) {
      if (shown.required) return { is: 'misfit', message: `"${shown.title}" needs an answer.` }
      continue
    }
    if (!fits(shown, value) || (integer && !Number.isInteger(value))) {
      return { is: 'misfit', message: `The answer to "${shown.title}" is not one that was asked for.` }
    }
    content[harnessName] = value
  }
  return { is: 'content', content }
}

function fits(shown: QuestionField, value: unknown): boolean {
  const isChoice = (one: unknown): boolean => shown.choices.some((choice) => choice.value === one)
  switch (shown.type) {
    case 'choice':
      return isChoice(value)
    case 'choices':
      return Array.isArray(value) && value.every(isChoice)
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'text':
      return typeof value === 'string'
  }
}

function field(name: string, property: JsonObject, required: boolean): OfferedField {
  const { title, description, type } = property
  const items = isObject(property['items']) ? property['items'] : {}
  const choices = type === 'array' ? choicesOf(items) : choicesOf(property)
  const shown: QuestionField = {
    name: cutName(name),
    title: cutName(typeof title === 'string' && title !== '' ? title : name),
    description: typeof description === 'string' ? cutName(description, 1000) : null,
    type: typeOf(type, choices.length > 0),
    required,
    choices,
  }
  return { shown, harnessName: name, integer: type === 'integer' }
}

function typeOf(type: unknown, hasChoices: boolean): QuestionField['type'] {
  if (type === 'array') return 'choices'
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  return hasChoices ? 'choice' : 'text'
}

function choicesOf(schema: JsonObject): QuestionField['choices'] {
  const titled = schema['oneOf'] ?? schema['anyOf']
  if (Array.isArray(titled)) {
    return titled.slice(0, CHOICES).flatMap((option) => {
      if (!isObject(option) || !isChoiceValue(option['const'])) return []
      const label = typeof option['title'] === 'string' && option['title'] !== '' ? option['title'] : option['const']
      return [{ value: option['const'], label: cutName(label) }]
    })
  }
  const plain: readonly unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : []
  return plain
    .slice(0, CHOICES)
    .filter(isChoiceValue)
    .map((value) => ({ value, label: cutName(value) }))
}

/** A longer value could be shown only in part, and an answer must be what was shown. */
function isChoiceValue(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 1000
}

function messageOf(params: JsonObject): string {
  const message = params['message']
  return cutName(
    typeof message === 'string' && message !== '' ? message : 'The agent asks for an answer.',
    MESSAGE_CHARS,
  )
}
