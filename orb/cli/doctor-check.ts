/** One thing that was looked at. `help` is null where there is nothing to do. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** Whether it has to be mended before Perigee can be relied upon. */
  readonly grave: boolean
  readonly says: string
  readonly help: string | null
}
