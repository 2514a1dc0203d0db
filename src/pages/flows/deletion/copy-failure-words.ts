import type { ApiError } from '#api/errors.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'

/** Why no copy of a flow could be stored; `error` null = the browser's storage. */
export const copyFailureWords = (error: ApiError | null): string =>
  error === null
    ? 'No copy could be stored: browser storage is full or the flow is too large.'
    : `No copy could be stored. ${failureMeaning(error)}`
