import type { ApiError } from '#api/errors.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'

/** Why no copy of a flow could be stored; `error` null = the browser's storage. */
export const copyFailureWords = (error: ApiError | null): string =>
  error === null
    ? 'No copy of it could be kept: this browser keeps no more for this page, or the flow is too large.'
    : `No copy of it could be kept. ${failureMeaning(error)}`
