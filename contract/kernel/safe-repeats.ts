/**
 * Extension name in `/me/`: a POST that is repeated with its Idempotency-Key is executed once. Source: docs/api.md,
 * "Idempotency".
 */
export const safeRepeats = 'idempotency'
