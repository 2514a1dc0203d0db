/** What stands in an address and is no filter: it is said, not dropped. Pure. */

/** It stays in the URL until it is removed, and is never sent. */
export interface RefusedFilter {
  name: string
  value: string
  /** A sentence. */
  why: string
}

/**
 * The words of a parameter (several by comma) that are none of the known ones; nothing where all of them are.
 * @param noun what they name: "type"
 */
export function refusedWords(
  query: URLSearchParams,
  name: string,
  known: readonly string[],
  noun: string,
): RefusedFilter[] {
  const value = query.get(name) ?? ''
  const others = value.split(',').filter((word) => word !== '' && !known.includes(word))
  if (others.length === 0) return []
  const words = others.map((word) => `“${word.slice(0, 60)}”`).join(', ')
  return [{ name, value, why: `There is no ${noun} ${words}.` }]
}
