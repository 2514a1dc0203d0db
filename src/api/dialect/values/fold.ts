/** Names in whichever case they are written. Pure. */

/** Names of an answer are few and come with every row; ids as keys are many, and are not kept. */
const maxFolded = 2000
const folded = new Map<string, string>()

/** One form of a name, whichever case it is written in: createdAt, created_at, created-at → createdat. */
export function fold(name: string): string {
  const known = folded.get(name)
  if (known !== undefined) return known
  const made = name.toLowerCase().replace(/[_\-\s]/g, '')
  if (folded.size < maxFolded) folded.set(name, made)
  return made
}

/** The words of a name or constant, in small letters: costUSD, cost_usd → cost, usd. */
export const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
