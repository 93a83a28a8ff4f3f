import { isObject } from '../harness/json-rpc.ts'

/** What templates can name. Null: there is no such thing here, and what names it is left out. */
export type TemplateValues = Readonly<Record<TemplateName, string | null>>

/** Every name that a template may use. */
export const TEMPLATE_NAMES = [
  'home',
  'workspace',
  'modelUrl',
  'modelKey',
  'model',
  'random',
  'node',
  'programs',
  'shell',
  'os',
  'arch',
  'baseline',
] as const
/** A name that a template may use. */
export type TemplateName = (typeof TEMPLATE_NAMES)[number]

/** The names in a text that no template knows. */
export function unknownNames(text: string): string[] {
  const names = [...text.matchAll(/\$\{([^}]*)\}/g)].map((match) => match[1] ?? '')
  return names.filter((name) => !isName(name))
}

/** A text with its names filled in; null where it names something that there is not. */
export function fillText(text: string, values: TemplateValues): string | null {
  let lacks = false
  const filled = text.replace(/\$\{([^}]*)\}/g, (_whole, name: string) => {
    const value = isName(name) ? values[name] : null
    lacks ||= value === null
    return value ?? ''
  })
  return lacks ? null : filled
}

/** A JSON value with its texts and member names filled in; undefined where nothing of it is left. */
export function fillJson(value: unknown, values: TemplateValues): unknown {
  if (typeof value === 'string') return fillText(value, values) ?? undefined
  if (Array.isArray(value)) return value.map((item) => fillJson(item, values)).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  const { $if: condition, ...members } = value
  if (typeof condition === 'string' && (!isName(condition) || values[condition] === null)) return undefined
  const filled = Object.entries(members).flatMap(([name, member]) => {
    const [key, inner] = [fillText(name, values), fillJson(member, values)]
    return key === null || inner === undefined ? [] : [[key, inner] as const]
  })
  return Object.fromEntries(filled)
}

function isName(name: string): name is TemplateName {
  return (TEMPLATE_NAMES as readonly string[]).includes(name)
}
