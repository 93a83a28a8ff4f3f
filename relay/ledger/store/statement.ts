import type { Compilable } from 'kysely'

/** A query that was compiled once; its slots are filled at every run. `R` is the type of its rows. */
export interface Statement<A extends object, R> {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Never there: it carries the types of arguments and rows. */
  readonly types?: (args: A) => R
}

/** Stands in a compiled query where an argument goes. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles a query once, since building one costs more than running it. `build` gets an object whose every property
 * is a slot for the argument of that name.
 */
export function statement<A extends object, R>(build: (slots: A) => Compilable<R>): Statement<A, R> {
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) })
  const { sql, parameters } = build(slots as A).compile()
  return { sql, parameters }
}

/** The values to bind, in the order of the question marks. Throws a TypeError for an argument that was not given. */
export function bind<A extends object>(prepared: Statement<A, unknown>, args: A): unknown[] {
  return prepared.parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter
    const value = (args as Record<string, unknown>)[parameter.name]
    if (value === undefined) throw new TypeError('No argument for ' + parameter.name + ' in: ' + prepared.sql)
    return value
  })
}
