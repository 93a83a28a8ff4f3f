import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import { comparable, type Remembered } from './session-memory.ts'

/** Of a replay that is to be shown, more than anybody scrolls back; updates of one message count one by one. */
const KEPT_UPDATES = 20_000
const KEPT_CHARS = 16 * 1024 * 1024

/** What a harness tells of a session that is being taken up. */
export class Replay {
  /** When the last of it came. */
  at = Date.now()
  /** Everything that came, in order, where it is to be shown. */
  readonly kept: JsonObject[] = []
  /** More came than was kept. */
  cut = false
  readonly #keeps: boolean
  readonly #messages: string[] = []
  readonly #calls = new Set<string>()
  #chars = 0
  #any = false
  #openMessage: unknown = null

  constructor(keeps: boolean) {
    this.#keeps = keeps
  }

  /** Takes an update of the replay. */
  take(update: JsonObject): void {
    this.at = Date.now()
    this.#any = true
    if (this.#keeps) this.#keep(update)
    if (update['sessionUpdate'] !== 'user_message_chunk') this.#openMessage = null
    else this.#message(update)
    if (typeof update['toolCallId'] === 'string') this.#calls.add(update['toolCallId'])
  }

  /**
   * What of our own log the harness does not remember, in a sentence; null where it remembers all, or where its replay
   * cannot be compared.
   */
  missing({ prompts, calls }: Remembered): string | null {
    const sentences: string[] = []
    // A harness that replays its own words alone says nothing about the prompts.
    if (this.#messages.length > 0 || !this.#any) {
      const found = this.#found(prompts)
      if (found < prompts.length) {
        const noun = prompts.length === 1 ? 'prompt' : 'prompts'
        sentences.push(`The agent remembers ${found} of ${prompts.length} ${noun} of this thread.`)
      }
    }
    const known = calls.filter((id) => this.#calls.has(id)).length
    // Where not one id is known, they are others in a replay.
    if (known > 0 && known < calls.length) {
      sentences.push(`It remembers ${known} of ${calls.length} tool calls that were completed.`)
    }
    return sentences.length === 0 ? null : `${sentences.join(' ')} What is shown here is complete.`
  }

  /** How many of our prompts stand in its messages, in their order. */
  #found(prompts: readonly string[]): number {
    const messages = this.#messages.map((message) => message.replaceAll(/\s+/g, ' '))
    let from = 0
    let found = 0
    for (const prompt of prompts) {
      const at = messages.findIndex((message, index) => index >= from && message.includes(comparable(prompt)))
      if (at < 0) continue
      found += 1
      from = at + 1
    }
    return found
  }

  #message(update: JsonObject): void {
    const { content, messageId } = update
    const text = isObject(content) && typeof content['text'] === 'string' ? content['text'] : ''
    const key = messageId ?? ''
    const last = this.#messages.length - 1
    if (this.#openMessage === key && last >= 0) this.#messages[last] += text
    else this.#messages.push(text)
    this.#openMessage = key
  }

  #keep(update: JsonObject): void {
    this.#chars += JSON.stringify(update).length
    if (this.kept.length >= KEPT_UPDATES || this.#chars > KEPT_CHARS) this.cut = true
    else this.kept.push(update)
  }
}
