import { isObject, type JsonObject } from '../json-rpc.ts'

/** A text of a record; null where there is none. */
export function textIn(record: JsonObject, name: string): string | null {
  const value = record[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** An object in a record; an empty one where there is none. */
export function objectIn(record: JsonObject, name: string): JsonObject {
  const value = record[name]
  return isObject(value) ? value : {}
}

/** The objects of a list in a record. */
export function listIn(record: JsonObject, name: string): JsonObject[] {
  const value = record[name]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A finite number of a record; null where there is none. */
export function numberIn(record: JsonObject, name: string): number | null {
  const value = record[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
