import type { ApiError } from '#api/errors.ts'
import { Note } from '#ui/feedback/note.tsx'
import { failureMeaning } from './load-error.tsx'

/**
 * Why a write failed; shown above the form's buttons. Messages about fields in `shownFields` are displayed at the
 * fields; the rest is shown here.
 */
export function ActionError({
  title,
  error,
  shownFields,
}: {
  title: string
  error: ApiError | null
  shownFields?: readonly string[]
}) {
  if (error === null) return null
  const others = Object.entries(error.fieldErrors).filter(([field]) => !shownFields?.includes(field))
  const allAtFields = Object.keys(error.fieldErrors).length > 0 && others.length === 0
  if (allAtFields) return null
  // If the service understood the request, its own message is the most precise one.
  const isServiceMessage = error.isQuoted && error.status >= 400 && error.status < 500 && !error.isNotOffered
  const words = isServiceMessage ? error.detail : failureMeaning(error)
  return (
    <Note tone="bad" title={title}>
      <p>{words}</p>
      {others.map(([field, messages]) => (
        <p key={field}>
          {field === 'non_field_errors' ? '' : `${field}: `}
          {messages.join(' ')}
        </p>
      ))}
      {error.status >= 500 && error.requestId !== null && <p className="mono mt-1 text-text-3">{error.requestId}</p>}
    </Note>
  )
}
