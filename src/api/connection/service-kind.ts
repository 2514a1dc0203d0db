/**
 * Whether the service is one of this contract, which `/me/` says: its lists are what they were asked to be. What any other
 * service answers is looked at before it is believed (docs/dialects.md, "What is understood").
 */
let isOurs: boolean | null = null

/** Null until /me/ has answered. */
export const isReference = (): boolean | null => isOurs

/** What was made of the answer of /me/. */
export function learnService(isOne: boolean): void {
  isOurs = isOne
}
