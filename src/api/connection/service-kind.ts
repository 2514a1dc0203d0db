/**
 * Whether the service is the reference service, according to `/me/`. Its lists are trusted to be filtered as requested;
 * responses of any other service are checked first (docs/dialects.md, "What is understood").
 */
let isReferenceService: boolean | null = null

/** Null until `/me/` is read. */
export const isReference = (): boolean | null => isReferenceService

/** Records the kind of service that `/me/` names. */
export function setServiceKind(isReferenceKind: boolean): void {
  isReferenceService = isReferenceKind
}
