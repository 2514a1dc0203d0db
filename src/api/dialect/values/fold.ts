/** Normalizes the case of names. Pure. */

/** Maximum cached names: field names are few and repeat in each row, but ids used as keys would fill the memory. */
const maxFolded = 2000
const folded = new Map<string, string>()

/** One form for all cases of a name: createdAt, created_at, created-at → createdat. */
export function fold(name: string): string {
  const known = folded.get(name)
  if (known !== undefined) return known
  const made = name.toLowerCase().replace(/[_\-\s]/g, '')
  if (folded.size < maxFolded) folded.set(name, made)
  return made
}

/** The words of a name or constant, in lower case: costUSD, cost_usd → cost, usd. */
export const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
