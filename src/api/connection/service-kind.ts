/**
 * Whether the service is one of this contract, which `/me/` says: its lists are what they were asked to be. What any other
 * service answers is looked at before it is believed (API.md §6).
 */
let isOurs: boolean | null = null

/** Null until /me/ has answered. */
export const isReference = (): boolean | null => isOurs

/** What was made of the answer of /me/. */
export function learnService(isOne: boolean): void {
  isOurs = isOne
}
