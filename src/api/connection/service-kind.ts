/**
 * Whether the service is the reference service, as `/me/` says: its lists are then trusted to be filtered as requested.
 * Answers of any other service are checked first (docs/dialects.md, "What is understood").
 */
let isOurs: boolean | null = null

/** Null until /me/ has answered. */
export const isReference = (): boolean | null => isOurs

/** Records what the answer of /me/ says. */
export function learnService(isOne: boolean): void {
  isOurs = isOne
}
