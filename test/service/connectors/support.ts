/** A product that gives recorded answers, and a console in front of it: both real servers on free ports. */
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { makeLifecycle } from '#server/base/lifecycle.ts'
import { makeLog } from '#server/base/log.ts'
import { builtInPrices } from '#server/base/prices.ts'
import { openSocket } from '#server/boot/open-socket.ts'
import { makeGate, type GateOptions } from '#server/connectors/gate.ts'
import { staticFiles } from '#server/protocol/static-files.ts'
import { makeConsoleListener } from '#server/proxy/console-server.ts'
import { sendRequest, startPlainServer } from '#test/service/support/proxy-harness.ts'

/** One recorded answer, as in test/fixtures/services/<product>-<version>/<name>.json. */
const Recording = z.looseObject({
  /** Method and target: "GET /api/v1/workflows?limit=250". */
  request: z.string(),
  /** Body of the request, if it matters. */
  body: z.unknown().optional(),
  status: z.int(),
  headers: z.record(z.string(), z.string()).optional(),
  /** JSON, or the text of an answer that is none. */
  answer: z.unknown().optional(),
})
export type Recording = z.infer<typeof Recording>

/** A request that the product received. */
export interface ReceivedRequest {
  method: string
  /** With its query, as sent. */
  target: string
  headers: IncomingHttpHeaders
  /** The text of the body. */
  body: string
}

/** Answers by code instead of a recording: faults that nobody can record. */
type Answerer = (request: ReceivedRequest, response: Parameters<RequestListener>[1], message: IncomingMessage) => void

/** What a recorded answer is replaced with. */
type Replacement = Partial<Pick<Recording, 'status' | 'headers' | 'answer'>> | Answerer

interface ProductOptions {
  /** The header that signs in, in lower case, and its only accepted value; absent = no key is needed. */
  key?: { header: string; value: string }
  /** Names of the recordings for a request without a key, and with another key. */
  refusals?: { noKey: string; wrongKey: string }
  /** Targets that need no key: the page at "/". */
  isPublic?: (target: string) => boolean
  /** Names of the recordings that are used; absent = all that succeeded, without those after a change. */
  only?: (name: string) => boolean
}

const folders = new URL('../../fixtures/services/', import.meta.url)

/** A recording by the name of its file, without the ending. */
export function recording(folder: string, name: string): Recording {
  return Recording.parse(JSON.parse(readFileSync(new URL(join(folder, `${name}.json`), folders), 'utf8')))
}

/** Names of all recordings of a folder. */
const namesOf = (folder: string): string[] =>
  readdirSync(new URL(folder, folders))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted()

/** Method, path and parameters in alphabetical order, so that their order does not matter. */
function keyOf(request: string): string {
  const [method = '', target = ''] = request.split(' ', 2)
  const url = new URL(target, 'http://product.invalid')
  url.searchParams.sort()
  return `${method} ${url.pathname}${url.search}`
}

let stops: (() => Promise<void>)[] = []

/** Stops all products and consoles of the file; call it after all its tests. */
export async function stopAll(): Promise<void> {
  const all = stops.toReversed()
  stops = []
  for (const stop of all) await stop()
}

export class RecordedProduct {
  readonly folder: string
  /** All requests, oldest first. */
  readonly requests: ReceivedRequest[] = []
  /** Requests without a recording, which were answered with 404. */
  readonly unrecorded: string[] = []
  origin = ''
  readonly #options: ProductOptions
  readonly #recordings = new Map<string, Recording>()
  readonly #replacements = new Map<string, Replacement>()
  #fallback: Answerer | null = null

  constructor(folder: string, options: ProductOptions) {
    this.folder = folder
    this.#options = options
    const { only } = options
    for (const name of namesOf(folder)) {
      const one = recording(folder, name)
      if (only ? only(name) : one.status < 400 && !name.startsWith('after-'))
        this.#recordings.set(keyOf(one.request), one)
    }
  }

  /** Replaces the answer to one request until `restore`; parts that are not given stay as recorded. */
  replace(request: string, replacement: Replacement): void {
    this.#replacements.set(keyOf(request), replacement)
  }

  /** Answers a request as in a recording that is not used else: `after-rename`, `error-404`. */
  use(name: string): void {
    const { request, status, headers = {}, answer } = recording(this.folder, name)
    this.replace(request, { status, headers, answer })
  }

  /** Answers every request by code until `restore`, also those without a key. */
  replaceAll(answerer: Answerer): void {
    this.#fallback = answerer
  }

  /** Back to the recordings, and forgets the requests. */
  restore(): void {
    this.#replacements.clear()
    this.#fallback = null
    this.requests.length = 0
    this.unrecorded.length = 0
  }

  /** Method and target of all requests. */
  get asked(): string[] {
    return this.requests.map(({ method, target }) => `${method} ${target}`)
  }

  /** The bodies of the requests to one method and path, as JSON. */
  bodies(request: string): unknown[] {
    return this.requests
      .filter(({ method, target }) => keyOf(`${method} ${target}`) === keyOf(request))
      .map(({ body }): unknown => JSON.parse(body))
  }

  async start(): Promise<void> {
    const { origin, stop } = await startPlainServer((message, response) => {
      void text(message)
        .then((body) => this.#respond(message, response, body))
        // The console closed the connection.
        .catch(() => response.destroy())
    })
    this.origin = origin
    stops.push(stop)
  }

  #respond(message: IncomingMessage, response: Parameters<RequestListener>[1], body: string): void {
    const { method = '', url: target = '', headers } = message
    const request = { method, target, headers, body }
    this.requests.push(request)
    if (this.#fallback) return this.#fallback(request, response, message)
    const refusal = this.#refusalOf(request)
    const replacement = refusal ? undefined : this.#replacements.get(keyOf(`${method} ${target}`))
    if (typeof replacement === 'function') return replacement(request, response, message)
    const found = refusal ?? this.#recordings.get(keyOf(`${method} ${target}`))
    if (!found && !replacement) {
      this.unrecorded.push(`${method} ${target}`)
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no recording for this.')
      return
    }
    const { status = 200, headers: sent = {}, answer } = { ...found, ...replacement }
    const isText = typeof answer === 'string'
    const type = isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
    response.writeHead(status, { 'content-type': type, ...lowerCase(sent) })
    response.end(isText ? answer : JSON.stringify(answer))
  }

  /** The recorded refusal of a request whose key is missing or wrong; null if the key is right. */
  #refusalOf({ target, headers }: ReceivedRequest): Recording | null {
    const { key, refusals, isPublic } = this.#options
    if (!key || !refusals || isPublic?.(target) === true || headers[key.header] === key.value) return null
    return recording(this.folder, headers[key.header] === undefined ? refusals.noKey : refusals.wrongKey)
  }
}

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Starts a product that gives the recorded answers of a folder. `stopAll` stops it. */
export async function recordedProduct(folder: string, options: ProductOptions = {}): Promise<RecordedProduct> {
  const product = new RecordedProduct(folder, options)
  await product.start()
  return product
}

interface AskOptions {
  /** Sent as `Authorization: Bearer`. */
  key?: string
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

interface ConsoleAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** Undefined if the text is no JSON. */
  json: unknown
}

export interface TestConsole {
  origin: string
  /** Asks below /api: `ask('GET /flow/?limit=2')`. */
  ask(request: string, options?: AskOptions): Promise<ConsoleAnswer>
  /** All lines of the log so far. */
  log(): string
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Starts a console in front of a product. `stopAll` stops it. */
export async function consoleOf(productUrl: string, options: Partial<GateOptions> = {}): Promise<TestConsole> {
  const lines: string[] = []
  const log = makeLog('debug', false, (line) => lines.push(line))
  const publicUrl = options.publicUrl ?? null
  const forwarder = makeGate({
    cookies: false,
    headers: [],
    agentName: 'flow-console/test',
    kind: null,
    apiKey: null,
    publicBase: null,
    prices: builtInPrices,
    currency: 'EUR',
    ...options,
    publicUrl,
    base: new URL(productUrl),
  })
  const lifecycle = makeLifecycle()
  lifecycle.state = 'serving'
  const files = await staticFiles('/nowhere')
  const listener = makeConsoleListener({ host: '127.0.0.1', publicUrl, files, forwarder, lifecycle, log })
  const { server, url } = await openSocket({ host: '127.0.0.1', port: 0, publicUrl: null }, log, listener)
  stops.push(async () => {
    const closed = new Promise<void>((done) => void server.close(() => done()))
    server.closeAllConnections()
    await closed
    forwarder.close()
  })
  return {
    origin: url,
    log: () => {
      log.flush()
      return lines.join('')
    },
    ask: async (request, { key, body, headers = {} } = {}) => {
      const [method = '', path = ''] = request.split(' ', 2)
      const answer = await sendRequest(url, method, `/api${path}`, {
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, headers: answer.headers, text: answer.text, json: jsonOf(answer.text) }
    },
  }
}
