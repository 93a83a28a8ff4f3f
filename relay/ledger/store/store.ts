import type { Compilable } from 'kysely'
import type { Statement as Prepared } from 'better-sqlite3'
import type { Connection } from '../dialect/open.ts'
import { bind, type Statement } from './statement.ts'

/** Runs compiled statements and built queries on one connection, at once. Errors are SQLite's own. */
export class Store {
  readonly #connection: Connection
  readonly #prepared = new Map<string, Prepared>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** True between `begin` and `commit`, unless an error made SQLite roll everything back. */
  get inTransaction(): boolean {
    return this.#connection.inTransaction
  }

  /** All rows of a statement. */
  all<A extends object, R>(statement: Statement<A, R>, args: A): R[] {
    return this.#prepare(statement.sql).all(...bind(statement, args)) as R[]
  }

  /** The first row of a statement, or undefined. */
  first<A extends object, R>(statement: Statement<A, R>, args: A): R | undefined {
    return this.#prepare(statement.sql).get(...bind(statement, args)) as R | undefined
  }

  /** Runs a statement that returns no rows; answers how many rows it changed. */
  run<A extends object>(statement: Statement<A, unknown>, args: A): number {
    return this.#prepare(statement.sql).run(...bind(statement, args)).changes
  }

  /** All rows of a query that is built anew each time, because its shape depends on its arguments. */
  rows<R>(built: Compilable<R>): R[] {
    const { sql, parameters } = built.compile()
    return this.#connection.prepare(sql).all(...parameters) as R[]
  }

  /** The value of a pragma that answers one number. */
  number(pragma: string): number {
    return Number(
      this.#prepare('PRAGMA ' + pragma)
        .pluck()
        .get(),
    )
  }

  /** Runs one of the statements of a transaction: BEGIN, SAVEPOINT, RELEASE, ROLLBACK, COMMIT. */
  control(text: string): void {
    this.#prepare(text).run()
  }

  /** Runs `work` so that, if it throws, what it wrote is undone and the rest of the transaction stands. */
  attempt<T>(work: () => T): T {
    this.control('SAVEPOINT attempt')
    try {
      const result = work()
      this.control('RELEASE attempt')
      return result
    } catch (error) {
      if (this.inTransaction) {
        this.control('ROLLBACK TO attempt')
        this.control('RELEASE attempt')
      }
      throw error
    }
  }

  close(): void {
    this.#connection.close()
  }

  #prepare(text: string): Prepared {
    let prepared = this.#prepared.get(text)
    if (prepared === undefined) {
      prepared = this.#connection.prepare(text)
      this.#prepared.set(text, prepared)
    }
    return prepared
  }
}
