/** Parameters of a URL that are not filters: reported instead of dropped. Pure. */

/** A refused parameter stays in the URL until it is removed, and is never sent. */
export interface RefusedFilter {
  name: string
  value: string
  /** A sentence. */
  why: string
}

/** Maximum characters of a value in a message. */
const shownWord = 60

/**
 * The unknown values of a parameter (several separated by commas); empty if all are known.
 * @param noun the kind of value: "type"
 */
export function refusedFilterWords(
  query: URLSearchParams,
  name: string,
  known: readonly string[],
  noun: string,
): RefusedFilter[] {
  const value = query.get(name) ?? ''
  const others = value.split(',').filter((word) => word !== '' && !known.includes(word))
  if (others.length === 0) return []
  const words = others.map((word) => `“${word.slice(0, shownWord)}”`).join(', ')
  return [{ name, value, why: `There is no ${noun} ${words}.` }]
}

/**
 * The order in the URL if the list does not support it; empty if none is given.
 * @param used the order that is used
 */
export function refusedOrdering(query: URLSearchParams, used: string): RefusedFilter[] {
  const value = query.get('ordering') ?? ''
  if (value.trim() === '' || value === used) return []
  const why = `This list cannot be sorted by “${value.slice(0, shownWord)}”. It is shown in its default order.`
  return [{ name: 'ordering', value, why }]
}

/** A URL as a list writes it, with the refused parameters that remain. */
export function withRefused(written: URLSearchParams, refused: readonly RefusedFilter[]): URLSearchParams {
  const next = new URLSearchParams(written)
  for (const { name, value } of refused) next.set(name, value)
  return next
}
