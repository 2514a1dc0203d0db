/** Plain searching: every word must occur somewhere, in any case. */
import { and, or, sql, type SQL } from 'drizzle-orm'

/** More words than this are a sentence, not a search. */
const maxWords = 10

/** A pattern for `ilike` that finds the text itself, whatever is in it. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** `places` gives the conditions in which one word may be met. */
export function searchWords(text: string | undefined, places: (pattern: string) => SQL[]): SQL | undefined {
  const words = (text ?? '')
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
  return and(...words.slice(0, maxWords).map((word) => or(...places(likePattern(word)))))
}

/** `column ilike pattern`. */
export const matches = (column: SQL, pattern: string): SQL => sql`${column} ilike ${pattern}`
