import type { ReactNode } from 'react'
import type { ApiError } from '#api/errors.ts'
import { isReference } from '#api/connection/service-kind.ts'
import { formatDuration, formatTimeExact } from '#lib/time/format-time.ts'
import { ErrorState, type ErrorFact } from '#ui/feedback/error-state.tsx'
import { useZone } from './zone.ts'

/** Text about the effect of a failed write: the reference service rolls it back; for other services it is unknown. */
const changeOf = ({ method }: ApiError): string =>
  method === 'GET' || isReference() !== false
    ? 'Nothing was changed.'
    : 'We could not confirm whether anything was changed. Check before you try again.'

/** Meaning of 404: the service lacks the endpoint, or the object does not exist. */
function notFoundMeaning({ about, isNotOffered }: ApiError): string {
  if (isNotOffered) return 'The service does not support this.'
  if (about === 'part' && isReference() === false)
    return 'The service does not support this, or the object was deleted.'
  return 'It does not exist, or it was deleted.'
}

/** What an error means for the user. */
export function failureMeaning(error: ApiError): string {
  if (error.code === 'missing_part') return error.detail
  // The message about a failed write says whether the request may have arrived.
  if (error.status === 0 && error.method !== 'GET')
    return `${error.detail} Check your connection and that the service is running.`
  if (error.code === 'timeout') return 'The service took too long to respond. It may be busy. You can safely try again.'
  if (error.status === 0) return 'The service cannot be reached. Check your connection and that the service is running.'
  // A message of the console's own proxy already contains the remedy.
  if (error.code.startsWith('upstream_')) return error.detail
  if (error.status === 503) return `The service is starting or stopping. ${changeOf(error)} Try again in a moment.`
  if (error.code === 'not_json') return error.detail
  if (error.status === 401) return 'The session has ended. Sign in again.'
  if (error.status === 403) return 'Your role does not allow this. An owner can change your role.'
  if (error.status === 404 || error.isNotOffered) return notFoundMeaning(error)
  if (error.status === 429)
    return `Too many requests. Try again${error.retryAfter === null ? ' in a moment' : ` in ${error.retryAfter} s`}.`
  if (error.status >= 500)
    return `The service had an internal error (${error.status}). ${changeOf(error)} If it happens again, send the request id to your administrator.`
  return error.detail
}

function factsOf(error: ApiError, zone: string): ErrorFact[] {
  const answered =
    error.status === 0
      ? `No response after ${formatDuration(error.durationMs)}`
      : `${error.status} after ${formatDuration(error.durationMs)}`
  return [
    { name: 'Request', value: `${error.method} ${error.path}`, mono: true },
    ...(error.requestId === null ? [] : [{ name: 'Request id', value: error.requestId, mono: true, copy: true }]),
    { name: 'Response', value: `${answered}, ${formatTimeExact(error.at, zone)}` },
    ...(error.isQuoted ? [{ name: 'Error message', value: `“${error.detail}”` }] : []),
  ]
}

/** Meaning of a failed read; a read that got no response is retried automatically. */
export const readFailureMeaning = (error: ApiError): string =>
  error.status === 0 && error.code !== 'missing_part'
    ? `${failureMeaning(error)} This page retries automatically.`
    : failureMeaning(error)

/** Whether a retry is useless: the request is invalid, or the object or endpoint does not exist. */
const isHopeless = ({ status, isNotOffered }: ApiError): boolean =>
  isNotOffered || [400, 404, 410, 422].includes(status)

/** Title of a failed read: "Flows could not be loaded" for `what` = "Flows". */
export function failedTitle(what: string, error: ApiError): string {
  const noun = what.replace(/^(?:The|This|A) /, '')
  if (error.isNotOffered) return `This service has no ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`
  return `${what} could not be ${error.status === 404 ? 'found' : 'loaded'}`
}

/** Error state of a page whose data could not be loaded. `what` begins the title: "Flows". */
export function LoadError({
  what,
  error,
  onRetry,
  children,
}: {
  what: string
  error: ApiError
  onRetry: () => void
  children?: ReactNode
}) {
  const facts = factsOf(error, useZone())
  const title = failedTitle(what, error)
  return (
    <ErrorState
      title={title}
      meaning={readFailureMeaning(error)}
      facts={facts}
      report={[title, ...facts.map((fact) => `${fact.name}: ${fact.value}`)].join('\n')}
      onRetry={isHopeless(error) ? null : onRetry}
    >
      {children}
    </ErrorState>
  )
}
