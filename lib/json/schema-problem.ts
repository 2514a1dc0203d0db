/** `words` is the predicate of a sentence about the place ("must be a string."), or a sentence if there is no place. */
export interface SchemaProblem {
  /** Keys and indexes from the root of the schema; null if the problem has no place. */
  path: readonly string[] | null
  words: string
}

/** The problem as a sentence: "/properties/a/title must be a string." */
export const sentenceOf = ({ path, words }: SchemaProblem): string =>
  path === null ? words : `${path.map((key) => `/${key}`).join('')} ${words}`
