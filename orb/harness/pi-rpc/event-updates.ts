import { isObject, type JsonObject } from '../json-rpc.ts'
import { numberIn, objectIn, textIn } from './fields.ts'
import { describeCall, onlyReads, resultContent } from './tool-calls.ts'

/** Pi's events of a session as ACP's updates. Total: an event of any shape gives some updates or none. */
export class EventUpdates {
  readonly #cwd: string
  readonly #inputs = new Map<string, JsonObject>()
  #message = ''
  #compactions = 0

  /** `cwd`: what paths of tools are relative to. */
  constructor(cwd: string) {
    this.#cwd = cwd
  }

  /** The updates that an event leads to. */
  take(event: JsonObject): JsonObject[] {
    switch (event['type']) {
      case 'message_start':
        return this.#begun(objectIn(event, 'message'))
      case 'message_update':
        return this.#streamed(objectIn(event, 'assistantMessageEvent'))
      case 'tool_execution_start':
      case 'tool_execution_update':
      case 'tool_execution_end':
        return this.#executed(event)
      case 'agent_settled':
        this.#inputs.clear()
        return []
      case 'session_info_changed':
        return [{ sessionUpdate: 'session_info_update', title: textIn(event, 'name') }]
      default:
        return this.#told(event)
    }
  }

  /** A call as a question about it has to show it, whether it was told before or not. */
  asked(toolCallId: string, tool: string, input: JsonObject): JsonObject {
    this.#inputs.set(toolCallId, input)
    return { toolCallId, status: 'pending', ...describeCall(tool, input, this.#cwd) }
  }

  #begun(message: JsonObject): JsonObject[] {
    if (message['role'] === 'assistant') this.#message = String(numberIn(message, 'timestamp') ?? '')
    return []
  }

  #streamed(event: JsonObject): JsonObject[] {
    const { delta, contentIndex } = event
    switch (event['type']) {
      case 'text_delta':
      case 'thinking_delta': {
        if (typeof delta !== 'string' || delta === '') return []
        const sessionUpdate = event['type'] === 'text_delta' ? 'agent_message_chunk' : 'agent_thought_chunk'
        const messageId = `${this.#message}.${String(contentIndex)}`
        return [{ sessionUpdate, messageId, content: { type: 'text', text: delta } }]
      }
      case 'toolcall_start': {
        const [toolCallId, tool] = [textIn(event, 'id'), textIn(event, 'toolName')]
        if (toolCallId === null || tool === null) return []
        return [this.#call('tool_call', toolCallId, tool, {})]
      }
      case 'toolcall_end': {
        const call = objectIn(event, 'toolCall')
        const [toolCallId, tool] = [textIn(call, 'id'), textIn(call, 'name')]
        if (toolCallId === null || tool === null) return []
        return [this.#call('tool_call_update', toolCallId, tool, objectIn(call, 'arguments'))]
      }
      default:
        return []
    }
  }

  #call(sessionUpdate: string, toolCallId: string, tool: string, input: JsonObject): JsonObject {
    this.#inputs.set(toolCallId, input)
    return { sessionUpdate, toolCallId, status: 'pending', ...describeCall(tool, input, this.#cwd) }
  }

  #executed(event: JsonObject): JsonObject[] {
    const [toolCallId, tool] = [textIn(event, 'toolCallId'), textIn(event, 'toolName')]
    if (toolCallId === null || tool === null) return []
    const input = isObject(event['args']) ? event['args'] : (this.#inputs.get(toolCallId) ?? {})
    if (event['type'] === 'tool_execution_start') {
      // Pi says so before it asks: what may have to wait for a person has not begun.
      const call = this.#call('tool_call_update', toolCallId, tool, input)
      return [{ ...call, status: onlyReads(tool) ? 'in_progress' : 'pending' }]
    }
    const base = { sessionUpdate: 'tool_call_update', toolCallId }
    if (event['type'] === 'tool_execution_update') {
      const result = objectIn(event, 'partialResult')
      return [{ ...base, status: 'in_progress', content: resultContent(tool, input, result, false, this.#cwd) }]
    }
    const failed = event['isError'] === true
    this.#inputs.delete(toolCallId)
    const content = resultContent(tool, input, objectIn(event, 'result'), failed, this.#cwd)
    return [{ ...base, status: failed ? 'failed' : 'completed', content }]
  }

  /** What a person should know of that is neither words nor a tool. */
  #told(event: JsonObject): JsonObject[] {
    const error = textIn(event, 'errorMessage') ?? textIn(event, 'finalError') ?? textIn(event, 'error')
    switch (event['type']) {
      case 'compaction_start':
        this.#compactions += 1
        return [this.#compaction({ status: 'in_progress' })]
      case 'compaction_end': {
        if (event['aborted'] === true) return [this.#compaction({ status: 'cancelled' })]
        if (!isObject(event['result'])) return [this.#compaction({ status: 'failed', error })]
        const text = textIn(event['result'], 'summary') ?? ''
        return [this.#compaction({ status: 'completed', summary: [{ type: 'text', text }] })]
      }
      case 'auto_retry_start': {
        const seconds = Math.round((numberIn(event, 'delayMs') ?? 0) / 1000)
        const which = `${numberIn(event, 'attempt') ?? 1} of ${numberIn(event, 'maxAttempts') ?? 1}`
        return [notice('warning', `The model failed. It is tried again in ${seconds} s, attempt ${which}.`, error)]
      }
      case 'auto_retry_end':
        return event['success'] === true ? [] : [notice('warning', 'The model was not tried again.', error)]
      case 'summarization_retry_scheduled':
        return [notice('warning', 'Making the context smaller failed, and is tried again.', error)]
      case 'extension_error':
        return [notice('error', 'An extension of the agent failed.', error)]
      default:
        return []
    }
  }

  #compaction(fields: JsonObject): JsonObject {
    return { sessionUpdate: 'compaction_update', compactionId: `compaction-${this.#compactions}`, ...fields }
  }
}

/** A notice in ACP's form. */
export function notice(severity: 'info' | 'warning' | 'error', title: string, description: string | null): JsonObject {
  return { sessionUpdate: 'notice', severity, title, ...(description !== null && { description }) }
}
