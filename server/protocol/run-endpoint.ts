/** Calls handlers: reads on the pool, writes in one transaction with their activity and Idempotency-Key. */
import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { FilterPart } from '#contract/filter/filter.ts'
import type { AnyEndpoint, Parsed } from '#contract/kernel/endpoint.ts'
import type { Context, Handler, OpenContext, Reply } from './handler.ts'
import type { Ticket } from '#server/base/memory-admission.ts'
import type { Services } from './services.ts'
import { record } from '#server/store/writes/activity.ts'
import { readEarlierResult, storeResult, storeClaimedResult, type Done } from '#server/store/writes/idempotency.ts'
import { Scope, type Executor } from '#server/store/db/scope.ts'
import { databaseErrorOf } from '#server/store/db/database-error.ts'
import { hasVersions, holdVersion, readVersion } from '#server/store/writes/version.ts'
import { inWrite } from '#server/store/writes/write.ts'
import { Fault } from '#server/base/fault.ts'
import { stillHolds, type Access } from './access.ts'
import { readRawBody } from './body.ts'
import type { Request, Answer } from './request-frame.ts'
import { headerOf, isRead, callerAddress } from './incoming.ts'
import { writeAttemptOf, claimed, keptOf, runOncePerKey } from './idempotent-write.ts'
import { originOf, withPageLinks } from './page-links.ts'
import { OtherVersion, requireVersion, type Expected } from './version-check.ts'
import { eventNouns, type ChangeEvent } from '#contract/event.ts'
import type { EventBus } from '#server/engine/events/events.ts'

type Change = ChangeEvent['change']

function changeOf({ method, success }: AnyEndpoint): Change {
  if (method === 'DELETE') return 'removed'
  return method === 'POST' && success === 201 ? 'created' : 'changed'
}

/**
 * `objectId`: the object of the endpoint's noun that was created or changed. For other nouns it is unknown which
 * objects changed.
 */
function publishWrite(events: EventBus, endpoint: AnyEndpoint, account: string, objectId: string | null): void {
  for (const noun of eventNouns) {
    if (!endpoint.changes.includes(noun)) continue
    if (noun === endpoint.noun) events.tell(account, { noun, id: objectId ?? '', change: changeOf(endpoint) })
    else events.tell(account, { noun, id: '', change: 'changed' })
  }
}

export interface Checked {
  input: Parsed<AnyEndpoint>
  filter: readonly FilterPart[]
  bodyHash: string
  /** Expected versions; null = any. */
  expected: Expected
}

type AnyReply = Reply<unknown>

const WithId = z.looseObject({ id: z.string() })
const idIn = ({ params }: Parsed<AnyEndpoint>): string => WithId.parse(params).id

function openContext(
  services: Services,
  request: Request,
  endpoint: AnyEndpoint,
  filter: readonly FilterPart[],
  ticket: Ticket,
): OpenContext {
  const { incoming } = request
  const { headers } = incoming.message
  return {
    services,
    requestId: request.id,
    origin: originOf(incoming, services.config.publicUrl),
    admit: (bytes) => ticket.enter(bytes, true),
    wantsCsv: endpoint.hasCsv && /^\s*text\/csv\b/i.test(headerOf(incoming, 'accept') ?? ''),
    filter,
    visitor: headerOf(incoming, 'x-visitor'),
    raw: endpoint.isRaw
      ? {
          headers,
          query: incoming.query,
          bytes: () => readRawBody(incoming, endpoint.bodyLimit),
          stillHolds: (caller) => stillHolds(services, incoming, caller),
        }
      : null,
    browser: {
      cookie: headerOf(incoming, 'cookie'),
      address: callerAddress(incoming, services.config.trustProxy),
      userAgent: headerOf(incoming, 'user-agent'),
    },
  }
}

/** Only writes in one transaction have a client. */
const noClient = (): never => {
  throw new Error('There is no transaction here.')
}

type RemakeDone = (context: Context, done: Done) => Promise<AnyReply>

const toldId = ({ isAboutMany, object }: AnyReply): string | null =>
  isAboutMany === true ? null : (object?.id ?? null)

/** Runs a write of one endpoint: its changes, activity and key, atomically. */
function makeWrite(services: Services, one: Handler, remake: RemakeDone) {
  const { endpoint } = one
  const { database, now, events } = services
  return async (
    outside: Context,
    { input, bodyHash, expected }: Checked,
    { request, ticket }: { request: Request; ticket: Ticket },
  ): Promise<AnyReply> => {
    if (!one.handle) throw new Error(`${endpoint.id} is a public endpoint, without an account to write to.`)
    const { handle, before: prepare } = one
    const { caller } = outside
    const attempt = writeAttemptOf(request, endpoint, bodyHash)
    const close = async (scope: Scope, reply: AnyReply) => {
      // A read by POST (because of its length) is not an activity.
      if (endpoint.access === 'read') return
      const object = reply.object ?? null
      await record(
        scope,
        { action: endpoint.id, caller, noun: endpoint.noun, object, address: outside.browser.address },
        now(),
      )
      if (!attempt) return
      const objectId = reply.partId ?? object?.id ?? null
      if (one.actsOutside) await storeClaimedResult(scope, attempt, keptOf(endpoint, reply))
      else await storeResult(scope, attempt, { status: endpoint.success, objectId }, now())
    }
    return runOncePerKey(caller, attempt, async () => {
      const before = attempt ? await readEarlierResult(outside.scope, attempt, now()) : null
      if (before) return remake(outside, before)
      if (one.actsOutside) {
        const reply = await claimed(outside.scope, attempt, now(), () => handle(outside, input))
        await outside.scope.transaction(async (scope) => {
          await reply.closing?.(scope)
          await close(scope, reply)
        })
        publishWrite(events, endpoint, caller.account, reply.object?.id ?? null)
        return reply
      }
      if (one.ownTransactions) {
        const reply = await handle(outside, input)
        await close(outside.scope, reply)
        publishWrite(events, endpoint, caller.account, toldId(reply))
        return reply
      }
      await prepare?.(outside, input)
      const admit = (bytes: number) => ticket.enter(bytes, false)
      const opening = async (db: Executor) => {
        const current = await holdVersion(new Scope(db, caller.account), endpoint.noun, idIn(input))
        requireVersion(expected, current)
      }
      const work = async (db: Executor, client: ClientBase) => {
        const scope = new Scope(db, caller.account)
        const made: AnyReply = await handle({ ...outside, scope, admit, client: () => client }, input)
        await close(scope, made)
        return made
      }
      const reply = await inWrite(database.pool, work, endpoint.hasVersion ? opening : null)
      await reply.after?.()
      publishWrite(events, endpoint, caller.account, toldId(reply))
      return reply
    })
  }
}

/** Creates the function that handles validated input of one endpoint. */
export function makeCall(services: Services, one: Handler, handlers: ReadonlyMap<string, Handler>) {
  const { endpoint } = one
  const { database } = services
  if (endpoint.hasVersion && !(hasVersions(endpoint.noun) && one.handle && !one.ownTransactions && !one.actsOutside))
    throw new Error(`${endpoint.id} cannot check versions: its noun or handler does not support them.`)

  /** Retries a read on a new connection if the first was lost: reads change nothing. */
  const read = async (work: () => Promise<AnyReply>): Promise<AnyReply> => {
    try {
      return await work()
    } catch (error) {
      if (databaseErrorOf(error) !== 'away') throw error
      return work()
    }
  }

  const readObject = async (context: Context, id: string): Promise<AnyReply> => {
    const reader = handlers.get(`${endpoint.noun}.read`)
    if (!reader?.handle) return { body: null }
    const input: Parsed<AnyEndpoint> = { params: { id }, query: {}, body: null }
    return reader.handle(context, input)
  }

  const remake = async (context: Context, { objectId, answer }: Done): Promise<AnyReply> => {
    if (answer !== null) return { body: answer }
    if (objectId === null || endpoint.returns === null) return { body: null }
    if (one.handle && one.remake) return one.remake(context, objectId)
    return readObject(context, objectId)
  }

  const write = makeWrite(services, one, remake)

  /** 409 with the current object; throws 404 if it was deleted in the meantime, or the caller may not see it. */
  const versionConflict = async (context: Context, { input }: Checked): Promise<Fault> => {
    const { body, text, stream, brief } = await readObject(context, idIn(input))
    void stream?.cancel()
    const current: unknown = brief ?? (text === undefined ? body : JSON.parse(text))
    return new Fault('version_conflict', `The ${endpoint.noun} was changed in the meantime.`, { more: { current } })
  }

  const handled = async (context: Context, request: Request, checked: Checked, ticket: Ticket): Promise<AnyReply> => {
    const { handle } = one
    if (!handle || !isRead(request.incoming.method)) return write(context, checked, { request, ticket })
    const { input, expected } = checked
    return read(async () => {
      if (expected) requireVersion(expected, await readVersion(context.scope, endpoint.noun, idIn(input)))
      return handle(context, input)
    })
  }

  return async (request: Request, access: Access, checked: Checked, ticket: Ticket): Promise<Answer> => {
    const base = openContext(services, request, endpoint, checked.filter, ticket)
    const { caller } = access
    let reply: AnyReply
    if (!one.handle) reply = await one.open(base, checked.input)
    else if (!caller) throw new Error(`${endpoint.id} requires a caller.`)
    else {
      const context: Context = { ...base, caller, scope: new Scope(database.db, caller.account), client: noClient }
      try {
        reply = await handled(context, request, checked, ticket)
      } catch (error) {
        throw error instanceof OtherVersion ? await versionConflict(context, checked) : error
      }
    }
    return answerOf(services, endpoint, request, reply, access.cookies)
  }
}

/** Whether `If-None-Match` names this version. */
const unchanged = (request: Request, etag: string | undefined): boolean =>
  etag !== undefined &&
  isRead(request.incoming.method) &&
  (headerOf(request.incoming, 'if-none-match') ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))

const mediaTypes = {
  json: 'application/json',
  file: 'application/json',
  text: 'text/plain; charset=utf-8',
  page: 'text/html; charset=utf-8',
  stream: 'text/event-stream',
} as const

function bodyOf(services: Services, request: Request, reply: AnyReply): Answer['body'] {
  const { incoming } = request
  if (!reply.stream) return reply.text ?? JSON.stringify(withPageLinks(reply.body, incoming, services.config.publicUrl))
  return incoming.method === 'HEAD' ? null : reply.stream
}

function answerOf(
  services: Services,
  endpoint: AnyEndpoint,
  request: Request,
  reply: AnyReply,
  renewed: string[],
): Answer {
  // The body of a HEAD response is not read.
  if (request.incoming.method === 'HEAD') void reply.stream?.cancel()
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers[name.toLowerCase()] = value
  const cookies = [...renewed, ...(reply.cookies ?? [])]
  headers['cache-control'] ??= headers['etag'] === undefined ? 'no-store' : 'private, no-cache'
  if (unchanged(request, headers['etag'])) return { status: 304, body: null, headers, cookies }
  if (endpoint.success === 204) return { status: 204, body: null, headers, cookies }
  headers['content-type'] ??= mediaTypes[endpoint.media]
  if (endpoint.success === 201 && reply.object && reply.partId === undefined)
    headers['location'] ??= `/api/${endpoint.noun}/${encodeURIComponent(reply.object.id)}/`
  return { status: endpoint.success, body: bodyOf(services, request, reply), headers, cookies }
}
