/** What a tiny harness does for a method: code that sees `id`, `params`, `out`, `answer`, `say` and `ask`. */
export type Does = Readonly<Record<string, string>>

/**
 * Arguments for Node.js that run a harness of a few lines. Whatever it has no code for is answered with `{}`.
 * `answer(result)` answers the request, `say(update, sessionId)` sends an update, `ask(id, toolCall, options)` asks for
 * a permission; `answers` holds the code for its answers, by the id that was asked under.
 */
export function tinyAgent(does: Does, answers: Does = {}): string[] {
  const all: Does = {
    initialize: 'answer({ protocolVersion: 1, agentCapabilities: { loadSession: true } })',
    'session/new': "answer({ sessionId: 's' })",
    'session/prompt': "answer({ stopReason: 'end_turn' })",
    ...does,
  }
  const table = (code: Does): string =>
    Object.entries(code)
      .map(([name, body]) => `${JSON.stringify(name)}: (id, params, answer, result) => { ${body} }`)
      .join(',\n')
  return [
    '-e',
    `
const out = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }))
const say = (update, sessionId = 's') => out({ method: 'session/update', params: { sessionId, update } })
const text = (kind, text, more) => say({ sessionUpdate: kind, content: { type: 'text', text }, ...more })
const ask = (id, toolCall, options, sessionId = 's') =>
  out({ id, method: 'session/request_permission', params: { sessionId, toolCall, options } })
const YES = { optionId: 'y', name: 'Yes', kind: 'allow_once' }
const NO = { optionId: 'n', name: 'No', kind: 'reject_once' }
const state = {}
const does = { ${table(all)} }
const answers = { ${table(answers)} }
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line)
  const answer = (result) => out({ id, result })
  if (method === undefined) answers[id]?.(id, {}, answer, result)
  else if (does[method] !== undefined) does[method](id, params, answer)
  else if (id !== undefined) answer({})
})`,
  ]
}
