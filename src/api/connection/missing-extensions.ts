/**
 * Extensions that a service announced in `/me/` but does not have: their controls are hidden until the page is
 * reloaded.
 */
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { signal } from '#lib/signal.ts'
import { ApiError } from '#api/errors.ts'

export const missingExtensions = signal<ReadonlySet<string>>(new Set())

/** Statuses that mean that the endpoint does not exist, whichever object was requested. */
const missingEndpointStatuses = new Set([405, 501])

/** Whether an error means that the endpoint does not exist. A 404 in JSON may mean that the object was deleted. */
function isMissingEndpoint(endpoint: AnyEndpoint, { status, code, body }: ApiError): boolean {
  if (missingEndpointStatuses.has(status) || code === 'not_json') return true
  return status === 404 && (body === undefined || !endpoint.path.includes('{id}'))
}

/** Records that an extension is missing, if the error of its endpoint says so. */
export function recordMissingExtension(endpoint: AnyEndpoint, problem: unknown): void {
  const { extension } = endpoint
  if (extension === null || !(problem instanceof ApiError) || !isMissingEndpoint(endpoint, problem)) return
  if (!missingExtensions.get().has(extension)) missingExtensions.set(new Set([...missingExtensions.get(), extension]))
}
