/** The Idempotency-Key of a write: one for an intention, however often it is tried. */
import type { ApiError } from '#api/errors.ts'

export interface IdempotentAttempt {
  /** What was to be written, as text. */
  intention: string
  key: string
}

/** The attempt to make now: the earlier one where the same is tried again, else a new one. */
export function nextAttempt(
  earlier: IdempotentAttempt | null,
  intention: string,
  newKey: () => string,
): IdempotentAttempt {
  return earlier !== null && earlier.intention === intention ? earlier : { intention, key: newKey() }
}

/** Whether the service may have done it, or may still do it: then the same key has to be used again. */
export const isUnsettled = (error: ApiError): boolean =>
  error.isTransient || error.status === 401 || error.code === 'in_progress'
