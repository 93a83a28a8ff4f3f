import type { ToolDirective } from './directives.ts'
import type { JsonSchema } from './smallest-value.ts'

type Properties = Record<string, JsonSchema>

/** The arguments of a tool that keeps a plan or asks a question: lists, whose items look different in each harness. */
export function listArguments(
  directive: Extract<ToolDirective, { op: 'plan' | 'ask' }>,
  properties: Properties,
): [keys: string[], value: unknown][] {
  if (directive.op === 'ask') return [[['questions'], [questionItem(directive, properties)]]]
  const key = ['todos', 'plan', 'items'].find((name) => name in properties)
  // A tool that notes one task at a time.
  if (key === undefined)
    return [
      [['subject'], directive.steps[0]],
      [['description'], directive.steps.join('; ')],
    ]
  const fields = properties[key]?.items?.properties ?? {}
  return [[[key], directive.steps.map((step, index) => planItem(step, index, fields))]]
}

function planItem(step: string, index: number, fields: Properties): object {
  const textKey = ['content', 'step', 'description', 'text'].find((name) => name in fields) ?? 'content'
  return {
    [textKey]: step,
    status: index === 0 ? 'in_progress' : 'pending',
    ...('priority' in fields && { priority: 'medium' }),
    ...('id' in fields && { id: String(index + 1) }),
    ...('activeForm' in fields && { activeForm: step }),
  }
}

function questionItem({ question, choices }: { question: string; choices: string[] }, properties: Properties): object {
  const fields = properties['questions']?.items?.properties ?? {}
  return {
    question,
    header: 'Choice',
    options: choices.map((label) => ({ label, description: `Take ${label}` })),
    ...('multiSelect' in fields && { multiSelect: false }),
    ...('id' in fields && { id: 'choice' }),
    ...('type' in fields && { type: 'choice' }),
  }
}
