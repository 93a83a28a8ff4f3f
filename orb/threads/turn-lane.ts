/** Lets one turn through at a time, in the order in which they came. */
export class TurnLane {
  #tail: Promise<void> = Promise.resolve()
  #inside = 0

  /** True where a turn that came now would wait. */
  get busy(): boolean {
    return this.#inside > 0
  }

  /** Resolves when it is this turn's time, with the way to leave, which has to be used. */
  async enter(): Promise<() => void> {
    this.#inside += 1
    const before = this.#tail
    let leave = (): void => {}
    this.#tail = new Promise((resolve) => {
      leave = () => {
        this.#inside -= 1
        resolve()
      }
    })
    await before
    return leave
  }
}
