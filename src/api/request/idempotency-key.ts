/** The Idempotency-Key of a write: one per write, reused for its retries. */
import type { ApiError } from '#api/errors.ts'

export interface IdempotentAttempt {
  /** The serialized write, to recognize a retry. */
  intention: string
  key: string
}

/** The next attempt: the earlier one for a retry, else a new one. */
export function nextAttempt(
  earlier: IdempotentAttempt | null,
  intention: string,
  newKey: () => string,
): IdempotentAttempt {
  return earlier !== null && earlier.intention === intention ? earlier : { intention, key: newKey() }
}

/** Whether the write may have been executed, or may still be: a retry must use the same key. */
export const mayHaveSucceeded = (error: ApiError): boolean =>
  error.isTransient || error.status === 401 || error.code === 'in_progress'
