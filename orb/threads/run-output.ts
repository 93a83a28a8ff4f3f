import { isObject, type JsonObject } from '../harness/json-rpc.ts'

const TEXT_CHARS = 2000

/**
 * What came of a run, as far as it tells a success from an error that a harness gave as text: an error is a message
 * without an id, with nothing else beside it, in a turn that took no output of a model.
 */
export class RunOutput {
  #text = ''
  #work = false

  /** Takes an update of the run. */
  take(update: JsonObject): void {
    switch (update['sessionUpdate']) {
      case 'agent_message_chunk': {
        const { content, messageId } = update
        if (typeof messageId === 'string') this.#work = true
        const text = isObject(content) && typeof content['text'] === 'string' ? content['text'] : ''
        this.#text = (this.#text + text).slice(0, TEXT_CHARS)
        return
      }
      case 'agent_thought_chunk':
      case 'tool_call':
      case 'tool_call_update':
      case 'plan':
        this.#work = true
    }
  }

  /** The error that the run's output is, by its answer to session/prompt; null where it is none. */
  error(answer: JsonObject): string | null {
    const text = this.#text.trim()
    return this.#work || text === '' || hasOutput(answer['usage']) ? null : text
  }
}

function hasOutput(usage: unknown): boolean {
  return isObject(usage) && typeof usage['outputTokens'] === 'number' && usage['outputTokens'] > 0
}
