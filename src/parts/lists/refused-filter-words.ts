/** What stands in an address and is no filter: it is said, not dropped. Pure. */

/** It stays in the URL until it is removed, and is never sent. */
export interface RefusedFilter {
  name: string
  value: string
  /** A sentence. */
  why: string
}

/** As much of a word as tells which it is. */
const shownWord = 60

/**
 * The words of a parameter (several by comma) that are none of the known ones; nothing where all of them are.
 * @param noun what they name: "type"
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
 * The order of an address, where the list has no such order; nothing where none is asked for.
 * @param used the order in which it is shown
 */
export function refusedOrdering(query: URLSearchParams, used: string): RefusedFilter[] {
  const value = query.get('ordering') ?? ''
  if (value.trim() === '' || value === used) return []
  const why = `This list cannot be sorted by “${value.slice(0, shownWord)}”. It is shown in its default order.`
  return [{ name: 'ordering', value, why }]
}

/** An address as a list writes it, with what is still to be said of the one before. */
export function withRefused(written: URLSearchParams, refused: readonly RefusedFilter[]): URLSearchParams {
  const next = new URLSearchParams(written)
  for (const { name, value } of refused) next.set(name, value)
  return next
}
