import { createHash } from 'node:crypto'
import type { DriverHandlers } from '../driver.ts'
import { isObject, type JsonObject } from '../json-rpc.ts'
import { numberIn, objectIn, textIn } from './fields.ts'
import { notice, type EventUpdates } from './event-updates.ts'

const OPTIONS = [
  { optionId: 'allow_once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'reject_once', name: 'Deny', kind: 'reject_once' },
]
const QUIET_METHODS = ['setStatus', 'setWidget', 'setTitle', 'set_editor_text']

type Handlers = Pick<DriverHandlers, 'onUpdate' | 'onRequest' | 'onWithdraw'>

interface Dialog {
  readonly method: 'session/request_permission' | 'elicitation/create'
  readonly params: JsonObject
  /** The call that it asks about; null for a question of an extension. */
  readonly toolCallId: string | null
  /** What Pi is given for ACP's answer. */
  readonly value: (answer: JsonObject) => JsonObject
}

/** What extensions of Pi put to a person: the calls that our gate asks about, and any questions of others. */
export class Dialogs {
  readonly #handlers: Handlers
  readonly #write: (record: JsonObject) => Promise<void>
  readonly #open = new Map<string, { readonly toolCallId: string | null; readonly timer: NodeJS.Timeout | null }>()

  /** `write` gives Pi a record. */
  constructor(handlers: Handlers, write: (record: JsonObject) => Promise<void>) {
    this.#handlers = handlers
    this.#write = write
  }

  /** Takes an `extension_ui_request`. `session` is null where none is open: nobody could be asked then. */
  async take(session: string | null, updates: EventUpdates | null, record: JsonObject, line: Buffer): Promise<void> {
    const [id, method] = [textIn(record, 'id'), textIn(record, 'method')]
    if (id === null || method === null || QUIET_METHODS.includes(method)) return
    if (method === 'notify') {
      const text = textIn(record, 'message')
      if (session !== null && text !== null) await this.#handlers.onUpdate(session, notice(level(record), text, null))
      return
    }
    const dialog = session === null || updates === null ? null : (gateDialog(record, updates) ?? formDialog(record))
    if (session === null || dialog === null) return this.#answer(id, { cancelled: true })
    await this.#ask(session, id, dialog, record, line)
  }

  /** A call has failed: a question about it is open no more. */
  callFailed(toolCallId: string): void {
    for (const [id, open] of this.#open) if (open.toolCallId === toolCallId) this.#withdraw(id)
  }

  /** The turn is over, and with it every question. */
  turnEnded(): void {
    for (const id of this.#open.keys()) this.#withdraw(id)
  }

  async #ask(session: string, id: string, dialog: Dialog, record: JsonObject, line: Buffer): Promise<void> {
    const timeout = numberIn(record, 'timeout')
    const timer = timeout === null ? null : setTimeout(() => this.#withdraw(id), timeout)
    this.#open.set(id, { toolCallId: dialog.toolCallId, timer })
    const taken = await this.#handlers.onRequest({
      id,
      method: dialog.method,
      params: { sessionId: session, ...dialog.params },
      fingerprint: createHash('sha256').update(line).digest('hex'),
      respond: (answer) => {
        this.#forget(id)
        return this.#write({ type: 'extension_ui_response', id, ...dialog.value(isObject(answer) ? answer : {}) })
      },
    })
    if (taken) return
    this.#forget(id)
    this.#answer(id, { cancelled: true })
  }

  /** Not awaited by the reader: Pi may write before it reads. */
  #answer(id: string, fields: JsonObject): void {
    void this.#write({ type: 'extension_ui_response', id, ...fields }).catch(() => {})
  }

  #withdraw(id: string): void {
    if (this.#forget(id)) this.#handlers.onWithdraw(id)
  }

  #forget(id: string): boolean {
    const timer = this.#open.get(id)?.timer
    if (timer !== null) clearTimeout(timer)
    return this.#open.delete(id)
  }
}

/** What our gate asks: its title is an envelope with the call. */
function gateDialog(record: JsonObject, updates: EventUpdates): Dialog | null {
  const envelope = record['method'] === 'select' ? parse(textIn(record, 'title') ?? '') : null
  if (envelope?.['perigee'] !== 'permission') return null
  const [toolCallId, tool] = [textIn(envelope, 'toolCallId'), textIn(envelope, 'toolName')]
  if (toolCallId === null || tool === null) return null
  const toolCall = updates.asked(toolCallId, tool, objectIn(envelope, 'input'))
  return {
    method: 'session/request_permission',
    params: { toolCall, options: OPTIONS },
    toolCallId,
    value: (answer) => {
      const { outcome, optionId } = objectIn(answer, 'outcome')
      return outcome === 'selected' && typeof optionId === 'string' ? { value: optionId } : { cancelled: true }
    },
  }
}

/** A question of any other extension, as a form with one field. */
function formDialog(record: JsonObject): Dialog | null {
  const title = textIn(record, 'title') ?? 'Answer'
  const property = propertyOf(record, title)
  if (property === null) return null
  const isConfirm = record['method'] === 'confirm'
  const message = [title, textIn(record, 'message')].filter((part) => part !== null).join('\n')
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message,
      requestedSchema: { type: 'object', properties: { answer: property }, required: ['answer'] },
    },
    toolCallId: null,
    value: ({ action, content }) => {
      const given = action === 'accept' && isObject(content) ? content['answer'] : undefined
      if (isConfirm) return action === 'cancel' ? { cancelled: true } : { confirmed: given === true }
      return typeof given === 'string' ? { value: given } : { cancelled: true }
    },
  }
}

function propertyOf(record: JsonObject, title: string): JsonObject | null {
  switch (record['method']) {
    case 'select': {
      const choices: readonly unknown[] = Array.isArray(record['options']) ? record['options'] : []
      return { type: 'string', title, enum: choices.filter((one) => typeof one === 'string') }
    }
    case 'confirm':
      return { type: 'boolean', title }
    case 'input':
    case 'editor': {
      const hint = textIn(record, 'placeholder') ?? textIn(record, 'prefill')
      return { type: 'string', title, ...(hint !== null && { description: hint }) }
    }
    default:
      return null
  }
}

function level({ notifyType }: JsonObject): 'info' | 'warning' | 'error' {
  return notifyType === 'warning' || notifyType === 'error' ? notifyType : 'info'
}

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
