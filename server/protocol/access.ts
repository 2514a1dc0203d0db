/** Authentication and authorisation: by cookie, by key, or by the token of the data folder. */
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { Fault } from '#server/base/fault.ts'
import type { Caller } from '#server/base/caller.ts'
import type { Services } from './services.ts'
import { constantTimeEqual } from '#server/base/secrets.ts'
import { checkOrigin } from './origin.ts'
import { headerOf, isRead, type Incoming, isLoopback } from './incoming.ts'

export interface Access {
  /** Null for public endpoints, local commands, and local requests of metrics. */
  caller: Caller | null
  /** Cookies that extend the session. */
  cookies: string[]
}

const anonymous: Access = { caller: null, cookies: [] }

const notSignedIn = (detail: string) => new Fault('not_authenticated', detail)

/** The text after `Token` or `Bearer`; null without an Authorization header. 401 for any other scheme. */
function tokenOf(request: Incoming): string | null {
  const header = headerOf(request, 'authorization')
  if (header === null) return null
  const match = /^(?:token|bearer)\s+(\S+)\s*$/i.exec(header)
  if (!match?.[1]) throw notSignedIn('The Authorization header is invalid. Send "Authorization: Token <key>".')
  return match[1]
}

async function identify(services: Services, request: Incoming): Promise<Access> {
  const token = tokenOf(request)
  if (token !== null) {
    const caller = await services.callers.byKey(token, !isRead(request.method))
    if (!caller) throw notSignedIn('This key is unknown, expired or revoked.')
    return { caller, cookies: [] }
  }
  const cookie = headerOf(request, 'cookie')
  const found = cookie === null ? null : await services.callers.byCookie(cookie, !isRead(request.method))
  if (!found) throw notSignedIn('Sign in or send a key.')
  if (!isRead(request.method)) checkOrigin(request, services.config)
  return found
}

function checkMachine(services: Services, request: Incoming): Access {
  const token = tokenOf(request)
  if (services.machineToken === null || token === null || !constantTimeEqual(token, services.machineToken))
    throw notSignedIn('Only commands on the machine with the data folder can do this.')
  return anonymous
}

function checkAnyone(services: Services, endpoint: AnyEndpoint, request: Incoming): Access {
  // Signing in is also a write with a cookie: another page must not sign a person in under a different name. Raw
  // endpoints are called by other machines and authenticate by content; pages may send forms there.
  const byPage = headerOf(request, 'sec-fetch-site') !== null || headerOf(request, 'origin') !== null
  if (!endpoint.isRaw && !isRead(request.method) && byPage) checkOrigin(request, services.config)
  return anonymous
}

/** Whether the session or key of a caller is still valid. */
export async function isStillValid(services: Services, request: Incoming, caller: Caller): Promise<boolean> {
  const key = tokenOf(request)
  if (key !== null) return services.callers.isStillValid(caller, { key })
  const cookie = headerOf(request, 'cookie')
  return cookie !== null && services.callers.isStillValid(caller, { cookie })
}

/** Returns the caller; throws 401 and 403. */
export async function checkAccess(services: Services, endpoint: AnyEndpoint, request: Incoming): Promise<Access> {
  if (endpoint.access === 'machine') return checkMachine(services, request)
  if (endpoint.access === 'anyone') return checkAnyone(services, endpoint, request)
  // Local metrics collectors need no key, unless a proxy may be in front, since all its requests come from this
  // machine.
  const { trustProxy, publicUrl } = services.config
  const direct = trustProxy === 0 && publicUrl === null
  if (endpoint.id === 'service.metrics' && direct && isLoopback(request)) return anonymous
  const access = await identify(services, request)
  const { caller } = access
  if (!caller) return access
  if (endpoint.access === 'owner' && (caller.kind !== 'person' || caller.role !== 'owner'))
    throw new Fault('permission_denied', 'Only an owner who is signed in can do this.')
  if (endpoint.access === 'write' && !caller.scopes.includes('write'))
    throw new Fault(
      'permission_denied',
      caller.kind === 'key' ? 'This key has read-only access.' : 'Viewers have read-only access.',
    )
  return access
}
