/**
 * Whether the service is the reference service, according to `/me/`. Its lists are trusted to be filtered as requested;
 * answers of any other service are checked first (docs/dialects.md, "What is understood").
 */
let isOurs: boolean | null = null

/** Null until `/me/` is read. */
export const isReference = (): boolean | null => isOurs

/** Records the kind of service that `/me/` names. */
export function learnService(isOne: boolean): void {
  isOurs = isOne
}
