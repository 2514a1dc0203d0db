/** Number of rows by value, from the response of `…/facets/`. Pure. */
import type { Facets } from '#contract/conversation-work.ts'

/** The number of rows with a value of a field; undefined if unknown. */
export type CountOf = (field: string, value: string) => number | undefined

const facetOf = (facets: Facets | undefined, field: string) => facets?.facets.find((one) => one.field === field)

/** The values of a facet except null, in the service's order: most frequent first. */
export const facetOptions = (facets: Facets | undefined, field: string): { value: string; count: number }[] =>
  (facetOf(facets, field)?.values ?? []).flatMap(({ value, count }) => (value === null ? [] : [{ value, count }]))

export const facetCounts =
  (facets: Facets | undefined): CountOf =>
  (field, value) => {
    const facet = facetOf(facets, field)
    if (facet === undefined) return undefined
    // Filters use the value "none" for null.
    const found = facet.values.find((one) => (one.value ?? 'none') === value)
    return found?.count ?? (facet.more ? undefined : 0)
  }
