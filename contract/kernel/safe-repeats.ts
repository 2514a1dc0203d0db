/** A promise beside the endpoints, as `/me/` lists it: a POST that is repeated with its Idempotency-Key is done once. Source: docs/api.md, "Idempotency". */
export const safeRepeats = 'idempotency'
