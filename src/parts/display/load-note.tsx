import { useSyncExternalStore } from 'react'
import type { ApiError } from '#api/errors.ts'
import { unreachableSince } from '#api/connection/reachability.ts'
import { Note } from '#ui/feedback/note.tsx'
import { failedTitle, readFailureMeaning } from './load-error.tsx'

/** Note in place of a panel or a part of a page whose data could not be loaded. */
export function LoadNote({
  what,
  error,
  onRetry,
  isStale = false,
}: {
  what: string
  error: ApiError
  onRetry: () => void
  /** Data loaded earlier is shown beside the note. */
  isStale?: boolean
}) {
  const since = useSyncExternalStore(unreachableSince.subscribe, unreachableSince.get)
  const isNotFound = error.status === 404 || error.isNotOffered
  const title = failedTitle(what, error)
  // If the service is unreachable, the app shell shows the reason once and retries automatically.
  if (error.status === 0 && since !== null) return isStale ? null : <Note tone="bad" title={title} />
  return (
    <Note tone="bad" title={title}>
      <p>
        {readFailureMeaning(error)}
        {isStale && ' The last loaded data is shown.'}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3">
        {!isNotFound && (
          <button type="button" className="link cursor-pointer" onClick={onRetry}>
            Try again
          </button>
        )}
        {error.requestId !== null && <span className="mono wrap-anywhere text-text-3">{error.requestId}</span>}
      </p>
    </Note>
  )
}

/** Note above a list that could not be refetched; empty without an error. */
export const StaleNote = ({ what, error, onRetry }: { what: string; error: ApiError | null; onRetry: () => void }) =>
  error !== null && (
    <div className="px-5 pb-2 empty:hidden max-lg:px-4">
      <LoadNote what={what} error={error} onRetry={onRetry} isStale />
    </div>
  )
