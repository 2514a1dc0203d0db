/**
 * Kind of the service, according to `/me/`. Responses of the reference service are trusted. A product behind a connector
 * has lists that are paged and filtered as requested, but leaves out fields (docs/connectors.md). Everything of any other
 * service is checked first (docs/dialects.md, "What is understood").
 */
type ServiceKind = 'reference' | 'product' | 'other'

let serviceKind: ServiceKind | null = null

/** Whether it is the reference service. Null until `/me/` is read. */
export const isReference = (): boolean | null => serviceKind && serviceKind === 'reference'

/** Whether it is a product behind a connector. */
export const isProduct = (): boolean => serviceKind === 'product'

/** Records the kind of service that `/me/` names. */
export function setServiceKind(kind: ServiceKind): void {
  serviceKind = kind
}
