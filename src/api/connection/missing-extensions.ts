/**
 * Extensions that a service promised (`/me/`) and then turned out not to have: their controls go until the page is loaded anew.
 */
import type { AnyEndpoint } from '#contract/kernel/kernel.ts'
import { signal } from '#lib/signal.ts'
import { ApiError } from '#api/errors.ts'

export const missingExtensions = signal<ReadonlySet<string>>(new Set())

/** Statuses that say that there is no such thing at an address, whatever the object. */
const noSuchThing = new Set([405, 501])

/** Whether an error says that the address itself is not there. A 404 in JSON may mean the object: it was deleted. */
function isNowhere(endpoint: AnyEndpoint, { status, code, body }: ApiError): boolean {
  if (noSuchThing.has(status) || code === 'not_json') return true
  return status === 404 && (body === undefined || !endpoint.path.includes('{id}'))
}

/** Takes note of an error of an endpoint. */
export function noticeRefusal(endpoint: AnyEndpoint, problem: unknown): void {
  const { extension } = endpoint
  if (extension === null || !(problem instanceof ApiError) || !isNowhere(endpoint, problem)) return
  if (!missingExtensions.get().has(extension)) missingExtensions.set(new Set([...missingExtensions.get(), extension]))
}
