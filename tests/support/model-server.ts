import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { sendStream, sendWhole } from './model/completion.ts'
import { ScriptError } from './model/directives.ts'
import { ChatRequest, offeredTools, replyTo } from './model/reply.ts'

/** The one model that the server offers. */
export const SCRIPTED_MODEL = 'scripted-1'

/** A chat-completions request that the server has answered or is answering. */
export type ModelRequest = {
  /** The names of the tools on offer; none for titles and summaries. */
  tools: string[]
  /** The tool that the reply calls, if any. */
  called: string | undefined
  /** The HTTP status of the answer. */
  status: number
  /** Settles when the exchange is over: the answer was sent to its end, or the harness hung up before. */
  ended: Promise<'complete' | 'hung-up'>
}

/** A running model server. */
export type ModelServer = {
  /** Where it listens, without a path and without a slash at the end; the API is below `/v1`. */
  url: string
  /** Every chat-completions request since the start, oldest first. */
  requests: readonly ModelRequest[]
  /** Stops listening and drops open connections. */
  close: () => Promise<void>
}

/**
 * Starts a stand-in for a model on a free port of 127.0.0.1, so that real harnesses can be driven without a
 * network and with the same outcome each time. It speaks the OpenAI chat-completions dialect, streamed or
 * not. Its script is in the prompt: see `parseScript` for the directives, and `replyTo` for how it is played.
 */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const server = createServer((request, response) => {
    handle(request, response, requests).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendError(response, 500, String(error))
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
  const route = `${request.method} ${request.url}`
  if (route === 'GET /v1/models') {
    return sendJson(response, 200, { object: 'list', data: [{ id: SCRIPTED_MODEL, object: 'model' }] })
  }
  if (route !== 'POST /v1/chat/completions') {
    return sendError(response, 404, `There is no ${route} here.`)
  }
  const body = ChatRequest.safeParse(parseJson(await readText(request)))
  if (!body.success) return sendError(response, 400, 'The body is no chat-completions request.')
  await answer(body.data, response, requests)
}

async function answer(request: ChatRequest, response: ServerResponse, requests: ModelRequest[]): Promise<void> {
  const reply = scriptedReply(request)
  const call = reply.kind === 'parts' ? reply.parts.find((part) => part.kind === 'call') : undefined
  requests.push({
    tools: offeredTools(request).map((tool) => tool.name),
    called: call?.call.name,
    status: reply.kind === 'error' ? reply.status : 200,
    ended: new Promise((resolve) => {
      response.once('close', () => resolve(response.writableFinished ? 'complete' : 'hung-up'))
    }),
  })
  if (reply.kind === 'error') return sendError(response, reply.status, reply.message)
  const send = request.stream ? sendStream : sendWhole
  await send(response, request.model ?? SCRIPTED_MODEL, reply.parts)
}

function scriptedReply(request: ChatRequest): ReturnType<typeof replyTo> {
  try {
    return replyTo(request)
  } catch (error) {
    // A client error, because harnesses repeat a request that failed with a server error.
    if (error instanceof ScriptError) return { kind: 'error', status: 400, message: error.message }
    throw error
  }
}

function sendError(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message, type: 'scripted_error', code: status } })
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
