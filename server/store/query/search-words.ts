/** Simple search: every word must occur somewhere, in any case. */
import { and, or, sql, type SQL } from 'drizzle-orm'

/** Maximum number of words; more are a sentence, not a search. */
const maxWords = 10

/** An `ilike` pattern that matches the text literally. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** `places`: alternative conditions in which a word may match. */
export function searchWords(text: string | undefined, places: (pattern: string) => SQL[]): SQL | undefined {
  const words = (text ?? '')
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
  return and(...words.slice(0, maxWords).map((word) => or(...places(likePattern(word)))))
}

/** `column ilike pattern`. */
export const matches = (column: SQL, pattern: string): SQL => sql`${column} ilike ${pattern}`
