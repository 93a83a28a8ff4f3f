import type { QuestionField } from '../../shared/approvals/request.ts'

/** What stands in a form: text for text and number, a value for a choice, values for choices, a truth value. */
export type FieldValue = string | readonly string[] | boolean

/** The answer that a form makes, or what is in its way. */
export interface ReadAnswer {
  readonly answer: Readonly<Record<string, unknown>>
  /** Fields that must be filled in and are not. */
  readonly missing: readonly QuestionField[]
  /** Fields whose text is no number. */
  readonly notNumbers: readonly QuestionField[]
}

/** Reads a form. Optional fields that are empty are left out; a choice that is not offered counts as missing. */
export function readAnswer(
  fields: readonly QuestionField[],
  values: Readonly<Record<string, FieldValue | undefined>>,
): ReadAnswer {
  const answer: Record<string, unknown> = {}
  const missing: QuestionField[] = []
  const notNumbers: QuestionField[] = []
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? readField(field, values[field.name]) : undefined
    if (value === undefined) {
      if (field.required) missing.push(field)
    } else if (Number.isNaN(value)) notNumbers.push(field)
    else answer[field.name] = value
  }
  return { answer, missing, notNumbers }
}

function readField(field: QuestionField, value: FieldValue | undefined): unknown {
  const offered = (one: string): boolean => field.choices.some((choice) => choice.value === one)
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'choice':
      return typeof value === 'string' && offered(value) ? value : undefined
    case 'choices': {
      const chosen = Array.isArray(value) ? value.filter(offered) : []
      return chosen.length > 0 ? chosen : undefined
    }
    case 'number':
      return typeof value === 'string' && value.trim() !== '' ? Number(value.trim().replace(',', '.')) : undefined
    case 'text':
      return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
}
