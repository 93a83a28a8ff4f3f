/** The part of a JSON schema that matters for filling in arguments. */
export type JsonSchema = {
  type?: string | string[] | undefined
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
  items?: JsonSchema | undefined
  enum?: unknown[] | undefined
  const?: unknown
  anyOf?: JsonSchema[] | undefined
}

/** The smallest value that fits a schema: for arguments that a directive says nothing of, and for answers in JSON. */
export function smallestValue(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return smallestValue(schema.anyOf[0])
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  // Gemini writes types in capitals.
  switch (type?.toLowerCase()) {
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, smallestValue(schema.properties?.[key] ?? {})]),
      )
    default:
      return 'scripted'
  }
}
