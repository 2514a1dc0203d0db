/**
 * The router, derived from the contract. All requests pass the same steps: Host, request id, path, caller, origin,
 * body, query, the handler in one transaction, the response. This is one of the few files in which a type assertion is
 * allowed.
 */
import { Hono, type Context as HonoContext } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { allEndpoints } from '#contract/api.ts'
import { templateSchemaPath } from '#contract/values/template-format.ts'
import type { AnyEndpoint, Parsed } from '#contract/kernel/endpoint.ts'
import { Fault } from '#server/base/fault.ts'
import { thenCall } from '#server/handlers/replies/byte-stream.ts'
import type { Handler } from '#server/protocol/handler.ts'
import type { Ticket } from '#server/base/memory-admission.ts'
import { makeRequestFrame, type Request, type Answer } from '#server/protocol/request-frame.ts'
import { pathNameFinder } from '#server/protocol/path-names.ts'
import { isRead } from '#server/protocol/incoming.ts'
import { queryReader } from '#server/protocol/query.ts'
import { admitBody, readBody } from '#server/protocol/body.ts'
import { validated } from '#server/base/field-errors.ts'
import { makeCall } from '#server/protocol/run-endpoint.ts'
import { checkAccess } from '#server/protocol/access.ts'
import { originOf } from '#server/protocol/page-links.ts'
import { ifMatch, versionIn } from '#server/protocol/version-check.ts'
import type { Services } from '#server/protocol/services.ts'

/** `{base_url}` of the service. */
const base = '/api'

type Env = { Bindings: HttpBindings }

/** "." and ".." as path segments, also percent-encoded. */
const dotParts = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Serves requests that match no endpoint: the console's files. */
export type Fallback = (request: Request) => Promise<Answer | null>

const honoPath = (path: string) => `${base}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

/** Runs `work` and releases its ticket once the response is sent, or at the latest when its connection closes. */
async function withTicket(ticket: Ticket, { incoming }: Request, work: (ticket: Ticket) => Promise<Answer>) {
  const { socket } = incoming.message
  const releaseTicket = () => {
    socket.off('close', releaseTicket)
    ticket.release()
  }
  socket.once('close', releaseTicket)
  try {
    const answer = await work(ticket)
    const { body } = answer
    if (!ticket.hasReserved || !(body instanceof ReadableStream)) releaseTicket()
    else answer.body = thenCall(body, releaseTicket)
    return answer
  } catch (error) {
    releaseTicket()
    throw error
  }
}

/** Request handler of one endpoint: parses, validates, responds. */
function serve(services: Services, one: Handler, handlers: ReadonlyMap<string, Handler>) {
  const { endpoint } = one
  const readQuery = queryReader(endpoint)
  const call = makeCall(services, one, handlers)
  const prepare = one.handle && one.prepare
  const readValue = async (account: string, bytes: Buffer): Promise<unknown> => {
    if (prepare) return prepare(services, account, bytes)
    return bytes.length === 0 ? undefined : services.tasks.json(account, bytes)
  }
  return async (request: Request, params: Record<string, string>): Promise<Answer> => {
    const access = await checkAccess(services, endpoint, request.incoming)
    const expectedByHeader = ifMatch(endpoint, request.incoming)
    const writes = !isRead(request.incoming.method)
    const account = access.caller?.account ?? ''
    return withTicket(services.largeWork.ticket(account), request, async (ticket) => {
      const read = (bytes: Buffer) => readValue(account, bytes)
      if (writes && endpoint.bodyLimit !== null) await admitBody(ticket, request.incoming, endpoint.bodyLimit)
      const body = writes && !endpoint.isRaw ? await readBody(request.incoming, endpoint.bodyLimit, read) : null
      const { query, filter } = readQuery(request.incoming.query)
      const check = prepare
        ? (sent: unknown) => sent
        : (sent: unknown) => endpoint.body && validated(endpoint.body, sent)
      const value = check(body?.value)
      if (!endpoint.body && body?.value !== undefined) refuseFields(body.value)
      const input = { params, query, body: value } as Parsed<AnyEndpoint>
      const expected = expectedByHeader ?? versionIn(endpoint, value)
      return call(request, access, { input, filter, bodyHash: body?.hash ?? '', expected }, ticket)
    })
  }
}

/** Endpoints without a body accept none, or an empty object. */
function refuseFields(value: unknown): void {
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : null
  if (fields?.length === 0) return
  const errors = Object.fromEntries((fields ?? ['non_field_errors']).map((name) => [name, ['Unknown field.']]))
  throw new Fault('invalid', 'This request cannot have a body.', { errors })
}

/**
 * Response for unknown paths: 308 to the right path for reads, 404 that names it for writes, 405 with Allow, else 404.
 */
function unknownPath(services: Services) {
  const names = pathNameFinder(allEndpoints)
  return (request: Request): Answer => {
    const { incoming } = request
    const path = incoming.path.slice(base.length)
    const methods = names.methodsAt(path)
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    if (methods.length > 0 && incoming.method === 'OPTIONS') return { status: 204, body: null, headers: { allow } }
    if (methods.length > 0)
      throw new Fault('method_not_allowed', `${incoming.method} is not supported here. Use ${allow}.`, {
        headers: { allow },
      })
    const correctPath = names.withSlash(path)
    if (correctPath === null) throw notFoundPath()
    return movedTo(services, request, correctPath)
  }
}

/** Redirects a read to the right path, below the base; a write gets an error that names it. */
function movedTo(services: Services, { incoming }: Request, correctPath: string): Answer {
  const query = incoming.query === '' ? '' : `?${incoming.query}`
  if (!isRead(incoming.method)) throw new Fault('not_found', `Nothing exists at this path. Use ${base}${correctPath}.`)
  const location = `${originOf(incoming, services.config.publicUrl)}${base}${correctPath}${query}`
  return { status: 308, body: null, headers: { location } }
}

const notFoundPath = () => new Fault('not_found', 'Nothing exists at this path.')

/**
 * The whole service as one application. Each endpoint needs exactly one handler; otherwise the start fails.
 */
export function mount(services: Services, handlers: readonly Handler[], fallback: Fallback): Hono<Env> {
  const byId = new Map<string, Handler>()
  for (const one of handlers) {
    if (byId.has(one.endpoint.id)) throw new Error(`${one.endpoint.id} has two handlers.`)
    byId.set(one.endpoint.id, one)
  }
  const inFrame = makeRequestFrame(services)
  const app = new Hono<Env>()
  // Fixed segments before parameters: /flow/import/ must not match the flow with the id "import".
  for (const endpoint of allEndpoints.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))) {
    const one = byId.get(endpoint.id)
    if (!one) throw new Error(`${endpoint.id} has no handler.`)
    const answer = serve(services, one, byId)
    app.on(endpoint.method, honoPath(endpoint.path), (c: HonoContext<Env>) =>
      inFrame(c.env.incoming, endpoint, (request) => {
        // The router has already resolved "%2e%2e"; validation and log must see the requested path. No id contains NUL.
        if (dotParts.test(request.incoming.path) || request.incoming.path.includes('%00')) throw notFoundPath()
        return answer(request, c.req.param())
      }),
    )
  }
  const unknown = unknownPath(services)
  app.notFound((c) =>
    inFrame(c.env.incoming, null, async (request) => {
      // Files refer to their schema by the service's address, without knowing the base path.
      if (request.incoming.path === templateSchemaPath) return movedTo(services, request, templateSchemaPath)
      if (request.incoming.path === base || request.incoming.path.startsWith(`${base}/`)) return unknown(request)
      const file = await fallback(request)
      if (file) return file
      throw notFoundPath()
    }),
  )
  return app
}
