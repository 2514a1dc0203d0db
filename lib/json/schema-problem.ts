/** `words` follow the place in a sentence ("must be a text."); without a place they are a complete sentence. */
export interface SchemaProblem {
  /** Keys and indices from the schema's root; null if the problem has no place. */
  path: readonly string[] | null
  words: string
}

/** "/properties/a/type must be a text." */
export const sentenceOf = ({ path, words }: SchemaProblem): string =>
  path === null ? words : `${path.map((key) => `/${key}`).join('')} ${words}`
