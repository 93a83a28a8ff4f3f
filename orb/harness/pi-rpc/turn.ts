import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { reportedError } from '../error-sentence.ts'
import type { JsonObject } from '../json-rpc.ts'
import { objectIn, textIn } from './fields.ts'

/** A turn, followed from its prompt to the event that says that nothing more will come. */
export class Turn {
  /** Settles with ACP's answer to the prompt; fails where the model or the process did. */
  readonly ended: Promise<JsonObject>
  #resolve: (answer: JsonObject) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #last: JsonObject = {}
  #settles = true
  #agentEnded = false

  constructor() {
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.ended.catch(() => {})
  }

  /** Pi has taken the prompt. `disposition` is missing in old versions, which do not say either that they have settled. */
  accepted(disposition: unknown): void {
    if (disposition === 'handled') this.#resolve({ stopReason: 'end_turn' })
    this.#settles = disposition !== undefined
    if (!this.#settles && this.#agentEnded) this.#end(false)
  }

  /** Takes an event of Pi's; true where it ends the turn. */
  take(event: JsonObject): boolean {
    switch (event['type']) {
      case 'message_end': {
        const message = objectIn(event, 'message')
        if (message['role'] === 'assistant') this.#last = message
        return false
      }
      case 'agent_end':
        this.#agentEnded = event['willRetry'] !== true
        if (!this.#agentEnded || this.#settles) return false
        this.#end(false)
        return true
      case 'agent_settled':
        this.#end(event['aborted'] === true)
        return true
      default:
        return false
    }
  }

  /** The process is gone. */
  lost(): void {
    this.#reject(new Error('The connection has ended.'))
  }

  #end(aborted: boolean): void {
    const { stopReason } = this.#last
    if (aborted || stopReason === 'aborted') return this.#resolve({ stopReason: 'cancelled' })
    if (stopReason === 'error') {
      const said = textIn(this.#last, 'errorMessage') ?? 'The model failed.'
      return this.#reject(new PerigeeError('unavailable', reportedError(said)))
    }
    this.#resolve({ stopReason: stopReason === 'length' ? 'max_tokens' : 'end_turn' })
  }
}
