/** Invalid filter parameters of a URL, which are reported instead of dropped. Pure. */

/** An invalid parameter, which remains in the URL until the user removes it, and is never sent. */
export interface RefusedFilter {
  name: string
  value: string
  /** Reason, as a sentence. */
  reason: string
}

/** Maximum number of characters of a value in a message. */
const maxShownLength = 60

/**
 * The parameter, if it contains unknown values (separated by commas); empty if all values are known.
 * @param noun what a value is called: "type"
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
  const words = others.map((word) => `“${word.slice(0, maxShownLength)}”`).join(', ')
  return [{ name, value, reason: `There is no ${noun} ${words}.` }]
}

/**
 * The order in the URL, if the list does not support it; else empty.
 * @param used the order that is used instead
 */
export function refusedOrdering(query: URLSearchParams, used: string): RefusedFilter[] {
  const value = query.get('ordering') ?? ''
  if (value.trim() === '' || value === used) return []
  const reason = `This list cannot be sorted by “${value.slice(0, maxShownLength)}”. It is shown in its default order.`
  return [{ name: 'ordering', value, reason }]
}

/** Adds the remaining invalid parameters to a list's URL query. */
export function withRefused(written: URLSearchParams, refused: readonly RefusedFilter[]): URLSearchParams {
  const next = new URLSearchParams(written)
  for (const { name, value } of refused) next.set(name, value)
  return next
}
