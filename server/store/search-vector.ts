/**
 * Full text that is the same on every database and in every locale: words are cut and lowered here, in Unicode, and the
 * database's own parser meets nothing but words and blanks. Whoever writes `conversation.search` uses `searchable`.
 */
import { sql, type SQL } from 'drizzle-orm'

/**
 * Words in small letters, without accents, with one blank between them: what both a text and a question about it are made
 * of. "Überweisung, 20 €" is "uberweisung 20".
 */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A word of a query may have 2,046 bytes. */
const maxWord = 500

/** More words than this are a sentence, not a search. */
const maxWords = 10

/** Rows whose vector has, for every word, a word that begins with it; none where the question has no word. */
export function matchesWords(vector: SQL, question: string): SQL {
  const words = searchable(question)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return sql`false`
  // Nothing but letters, digits and marks is left, so the quotes hold whatever was asked.
  const query = words.slice(0, maxWords).map((word) => `'${word.slice(0, maxWord)}':*`)
  return sql`${vector} @@ ${query.join(' & ')}::tsquery`
}
