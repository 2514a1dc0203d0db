/** A local server with OpenAI chat completions by a script: one response per request, repeating the last one. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { serve } from './local-server.ts'

const Request = z.object({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string() })),
  max_tokens: z.number().optional(),
  temperature: z.number().optional(),
  tools: z.array(z.json()).optional(),
  tool_choice: z.json().optional(),
})
export type ModelRequest = z.infer<typeof Request>

export type ModelResponse =
  | { text: string; finish?: string; usage?: object | null }
  /** `times`: how often one response calls it; once by default. */
  | { call: string; input: unknown; times?: number; usage?: object | null }
  /** A raw response of the model, for invalid ones. */
  | { raw: string; status?: number; type?: string }
  | { does: 'hangs up' | 'never ends' | 'says nothing' | 'floods' }

const defaultUsage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

const completion = (message: object, finish: string, usage: object | null | undefined) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'small',
    choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', ...message } }],
    ...(usage === null ? {} : { usage: usage ?? defaultUsage }),
  })

function misbehave(does: string, response: ServerResponse): void {
  if (does === 'hangs up') response.destroy()
  if (does === 'says nothing' || does === 'hangs up') return
  response.writeHead(200, { 'content-type': 'application/json' })
  response.on('error', () => {})
  const piece = does === 'floods' ? '{"a":"'.padEnd(64 * 1024, 'b') : ' '
  const timer = setInterval(() => response.write(piece), does === 'floods' ? 1 : 20)
  response.once('close', () => clearInterval(timer))
}

function respond(next: ModelResponse, count: number, response: ServerResponse): void {
  if ('does' in next) {
    misbehave(next.does, response)
    return
  }
  if ('raw' in next) {
    response.writeHead(next.status ?? 200, { 'content-type': next.type ?? 'application/json' }).end(next.raw)
    return
  }
  const call = 'call' in next ? { name: next.call, arguments: textOf(next.input) } : null
  const calls = Array.from({ length: ('times' in next && next.times) || 1 }, (_, index) => `call_${count}_${index}`)
  const message = call
    ? { content: null, tool_calls: calls.map((id) => ({ id, type: 'function', function: call })) }
    : { content: 'text' in next ? next.text : '' }
  const finish = call ? 'tool_calls' : 'finish' in next ? (next.finish ?? 'stop') : 'stop'
  response.writeHead(200, { 'content-type': 'application/json' }).end(completion(message, finish, next.usage))
}

const textOf = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input))

/** Starts the server; `requests` = the requests so far. closeAll() of local-server.ts stops it. */
export async function modelServer(script: readonly ModelResponse[]) {
  const requests: ModelRequest[] = []
  const keys: (string | undefined)[] = []
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    keys.push(request.headers.authorization)
    if (request.url !== '/v1/chat/completions') {
      response.writeHead(404).end()
      return
    }
    requests.push(Request.parse(JSON.parse(body)))
    const next = script[Math.min(requests.length, script.length) - 1]
    if (next) respond(next, requests.length, response)
  }
  const port = await serve((request, response) => void listener(request, response))
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, keys }
}
