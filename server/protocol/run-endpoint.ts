/**
 * Calls handlers: reads on the pool, writes in one transaction with their activity and Idempotency-Key, unless the
 * handler has `ownTransactions` or `actsOutside`.
 */
import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { FilterPart } from '#contract/filter/filter.ts'
import type { AnyEndpoint, Parsed } from '#contract/kernel/endpoint.ts'
import type { Context, Handler, OpenContext, Reply } from './handler.ts'
import type { Ticket } from '#server/base/memory-admission.ts'
import type { Services } from './services.ts'
import { recordActivity } from '#server/store/writes/activity.ts'
import {
  readEarlierResult,
  storeResult,
  storeClaimedResult,
  type StoredResult,
} from '#server/store/writes/idempotency.ts'
import { Scope, type Executor } from '#server/store/db/scope.ts'
import { databaseErrorOf } from '#server/store/db/database-error.ts'
import { hasVersions, lockVersion, readVersion } from '#server/store/writes/version.ts'
import { inWriteTransaction } from '#server/store/writes/write.ts'
import { Fault } from '#server/base/fault.ts'
import { isStillValid, type Access } from './access.ts'
import { readRawBody } from './body.ts'
import type { Request, Answer } from './request-frame.ts'
import { headerOf, isRead, callerAddress } from './incoming.ts'
import { writeAttemptOf, runClaimed, storableResult, runOncePerKey } from './idempotent-write.ts'
import { originOf, withPageLinks } from './page-links.ts'
import { VersionMismatch, requireVersion, type Expected } from './version-check.ts'
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
    if (noun === endpoint.noun) events.publish(account, { noun, id: objectId ?? '', change: changeOf(endpoint) })
    else events.publish(account, { noun, id: '', change: 'changed' })
  }
}

export interface ValidatedRequest {
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
    admit: (bytes) => ticket.reserve(bytes, true),
    wantsCsv: endpoint.hasCsv && /^\s*text\/csv\b/i.test(headerOf(incoming, 'accept') ?? ''),
    filter,
    visitor: headerOf(incoming, 'x-visitor'),
    raw: endpoint.isRaw
      ? {
          headers,
          query: incoming.query,
          bytes: () => readRawBody(incoming, endpoint.bodyLimit),
          isStillValid: (caller) => isStillValid(services, incoming, caller),
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

type RemakeStored = (context: Context, stored: StoredResult) => Promise<AnyReply>

const publishedId = ({ isAboutMany, object }: AnyReply): string | null =>
  isAboutMany === true ? null : (object?.id ?? null)

/**
 * Runs writes of one endpoint. Changes, activity and key are atomic, unless the handler has `ownTransactions` or
 * `actsOutside`.
 */
function makeWrite(services: Services, definition: Handler, remake: RemakeStored) {
  const { endpoint } = definition
  const { database, now, events } = services
  return async (
    requestContext: Context,
    { input, bodyHash, expected }: ValidatedRequest,
    { request, ticket }: { request: Request; ticket: Ticket },
  ): Promise<AnyReply> => {
    if (!definition.handle) throw new Error(`${endpoint.id} is a public endpoint, without an account to write to.`)
    const { handle, before: prepare } = definition
    const { caller } = requestContext
    const attempt = writeAttemptOf(request, endpoint, bodyHash)
    const close = async (scope: Scope, reply: AnyReply) => {
      // A read by POST (because of its length) is not an activity.
      if (endpoint.access === 'read') return
      const object = reply.object ?? null
      const { address } = requestContext.browser
      const { changes = [] } = reply
      if (changes !== 'none')
        await recordActivity(
          scope,
          { action: endpoint.id, caller, noun: endpoint.noun, object, address, changes },
          now(),
        )
      if (!attempt) return
      const objectId = reply.partId ?? object?.id ?? null
      if (definition.actsOutside) await storeClaimedResult(scope, attempt, storableResult(endpoint, reply))
      else await storeResult(scope, attempt, { status: endpoint.success, objectId }, now())
    }
    return runOncePerKey(caller, attempt, async () => {
      const before = attempt ? await readEarlierResult(requestContext.scope, attempt, now()) : null
      if (before) return remake(requestContext, before)
      if (definition.actsOutside) {
        const reply = await runClaimed(requestContext.scope, attempt, now(), () =>
          handle(requestContext, input, undefined),
        )
        await requestContext.scope.transaction(async (scope) => {
          await reply.closing?.(scope)
          await close(scope, reply)
        })
        publishWrite(events, endpoint, caller.account, reply.object?.id ?? null)
        return reply
      }
      if (definition.ownTransactions) {
        const reply = await handle(requestContext, input, undefined)
        await close(requestContext.scope, reply)
        publishWrite(events, endpoint, caller.account, publishedId(reply))
        return reply
      }
      const ready = await prepare?.(requestContext, input)
      const admit = (bytes: number) => ticket.reserve(bytes, false)
      const checkVersion = async (db: Executor) => {
        const current = await lockVersion(new Scope(db, caller.account), endpoint.noun, idIn(input))
        requireVersion(expected, current)
      }
      const work = async (db: Executor, client: ClientBase) => {
        const scope = new Scope(db, caller.account)
        const made: AnyReply = await handle({ ...requestContext, scope, admit, client: () => client }, input, ready)
        await close(scope, made)
        return made
      }
      const reply = await inWriteTransaction(database.pool, work, endpoint.hasVersion ? checkVersion : null)
      await reply.after?.()
      publishWrite(events, endpoint, caller.account, publishedId(reply))
      return reply
    })
  }
}

/** Creates the function that handles validated input of one endpoint. */
export function makeCall(services: Services, definition: Handler, handlers: ReadonlyMap<string, Handler>) {
  const { endpoint } = definition
  const { database } = services
  if (
    endpoint.hasVersion &&
    !(hasVersions(endpoint.noun) && definition.handle && !definition.ownTransactions && !definition.actsOutside)
  )
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
    return reader.handle(context, input, undefined)
  }

  const remake = async (context: Context, { objectId, answer }: StoredResult): Promise<AnyReply> => {
    if (answer !== null) return { body: answer }
    if (objectId === null || endpoint.returns === null) return { body: null }
    if (definition.handle && definition.remake) return definition.remake(context, objectId)
    return readObject(context, objectId)
  }

  const write = makeWrite(services, definition, remake)

  /** 409 with the current object; throws 404 if it was deleted in the meantime, or the caller may not see it. */
  const versionConflict = async (context: Context, { input }: ValidatedRequest): Promise<Fault> => {
    const { body, text, stream, conflictBody } = await readObject(context, idIn(input))
    void stream?.cancel()
    const current: unknown = conflictBody ?? (text === undefined ? body : JSON.parse(text))
    return new Fault('version_conflict', `The ${endpoint.noun} was changed in the meantime. Load it and try again.`, {
      more: { current },
    })
  }

  const runHandler = async (
    context: Context,
    request: Request,
    validated: ValidatedRequest,
    ticket: Ticket,
  ): Promise<AnyReply> => {
    const { handle } = definition
    if (!handle || !isRead(request.incoming.method)) return write(context, validated, { request, ticket })
    const { input, expected } = validated
    return read(async () => {
      if (expected) requireVersion(expected, await readVersion(context.scope, endpoint.noun, idIn(input)))
      return handle(context, input, undefined)
    })
  }

  return async (request: Request, access: Access, validated: ValidatedRequest, ticket: Ticket): Promise<Answer> => {
    const base = openContext(services, request, endpoint, validated.filter, ticket)
    const { caller } = access
    let reply: AnyReply
    if (!definition.handle) reply = await definition.open(base, validated.input)
    else if (!caller) throw new Error(`${endpoint.id} requires a caller.`)
    else {
      const context: Context = { ...base, caller, scope: new Scope(database.db, caller.account), client: noClient }
      try {
        reply = await runHandler(context, request, validated, ticket)
      } catch (error) {
        throw error instanceof VersionMismatch ? await versionConflict(context, validated) : error
      }
    }
    return answerOf(services, endpoint, request, reply, access.cookies)
  }
}

/** Whether `If-None-Match` contains this ETag. */
const isUnchanged = (request: Request, etag: string | undefined): boolean =>
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
  if (isUnchanged(request, headers['etag'])) return { status: 304, body: null, headers, cookies }
  if (endpoint.success === 204) return { status: 204, body: null, headers, cookies }
  headers['content-type'] ??= mediaTypes[endpoint.media]
  if (endpoint.success === 201 && reply.object && reply.partId === undefined)
    headers['location'] ??= `/api/${endpoint.noun}/${encodeURIComponent(reply.object.id)}/`
  return { status: endpoint.success, body: bodyOf(services, request, reply), headers, cookies }
}
