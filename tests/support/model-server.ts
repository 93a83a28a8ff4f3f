import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { chat } from './model/dialects/chat.ts'
import type { Dialect } from './model/dialects/dialect.ts'
import { gemini } from './model/dialects/gemini.ts'
import { messages } from './model/dialects/messages.ts'
import { responses } from './model/dialects/responses.ts'
import { replyTo } from './model/reply.ts'
import { sendReply } from './model/send.ts'

/** The one model that the server lists. Any other name is answered all the same. */
export const SCRIPTED_MODEL = 'scripted-1'

const DIALECTS: readonly Dialect[] = [chat, responses, messages, gemini]
const TOKENS = 1000

/** A request for a reply that the server has answered or is answering. */
export type ModelRequest = {
  /** Its path, which tells the dialect. */
  path: string
  /** The key that came with it, in whichever header; null without one. */
  key: string | null
  /** What the person has said in the session so far, oldest first, as the harness tells it. */
  said: string[]
  /** The names of the tools on offer; none for titles and summaries. */
  tools: string[]
  /** The first tool that the reply calls, if any. */
  called: string | undefined
  /** The HTTP status of the answer. */
  status: number
  /** Settles when the exchange is over: the answer was sent to its end, or the harness hung up before. */
  ended: Promise<'complete' | 'hung-up'>
}

/** A running model server. */
export type ModelServer = {
  /**
   * Where it listens, without a path and without a slash at the end. OpenAI's dialects are below `/v1`, the
   * others at the root.
   */
  url: string
  /** Every request for a reply since the start, oldest first. */
  requests: readonly ModelRequest[]
  /** Stops listening and drops open connections. */
  close: () => Promise<void>
}

/**
 * Starts a stand-in for a model on a free port of 127.0.0.1, so that real harnesses can be driven without a
 * network and with the same outcome each time. It speaks OpenAI's chat completions and responses, Anthropic's
 * messages and Gemini's generateContent, each streamed or not. Its script is in the prompt: see `parseScript`
 * for the directives, and `replyTo` for how it is played.
 */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const server = createServer((request, response) => {
    handle(request, response, requests).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendJson(response, 500, chat.error(500, String(error)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function handle(request: IncomingMessage, response: ServerResponse, requests: ModelRequest[]): Promise<void> {
  const path = (request.url ?? '').replace(/\?.*/s, '')
  const body = parseJson(await readText(request))
  const dialect = request.method === 'POST' ? DIALECTS.find((one) => one.speaks(path)) : undefined
  if (dialect === undefined) return handleOther(request.method ?? '', path, response)
  const conversation = dialect.read(body, path)
  if (conversation === null) {
    return sendJson(response, 400, dialect.error(400, `The body is no request for ${path}.`))
  }

  const reply = replyTo(conversation)
  const call = reply.kind === 'parts' ? reply.parts.find((part) => part.kind === 'call') : undefined
  requests.push({
    path,
    key: keyOf(request),
    said: conversation.turns.flatMap((turn) => (turn.from === 'person' ? [turn.text] : [])),
    tools: conversation.tools.map((tool) => tool.name),
    called: call?.call.name,
    status: reply.kind === 'error' ? reply.status : 200,
    ended: new Promise((resolve) => {
      response.once('close', () => resolve(response.writableFinished ? 'complete' : 'hung-up'))
    }),
  })
  if (reply.kind === 'error') return sendJson(response, reply.status, dialect.error(reply.status, reply.message))
  await sendReply(response, dialect, conversation, reply.parts)
}

/** What harnesses ask for beside replies. */
function handleOther(method: string, path: string, response: ServerResponse): void {
  if (method === 'GET' && path.endsWith('/models')) {
    const model = { id: SCRIPTED_MODEL, object: 'model', type: 'model', display_name: 'Scripted 1' }
    return sendJson(response, 200, { object: 'list', data: [model], has_more: false })
  }
  if (method === 'POST' && path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: TOKENS })
  if (method === 'POST' && path.endsWith(':countTokens')) return sendJson(response, 200, { totalTokens: TOKENS })
  sendJson(response, 404, chat.error(404, `There is no ${method} ${path} here.`))
}

function keyOf({ headers }: IncomingMessage): string | null {
  const key = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization?.replace(/^Bearer /, '')
  return typeof key === 'string' ? key : null
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
