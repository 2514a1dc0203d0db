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

/** Words that a conversation is found by at the most: a vector has an end (1 MB), and what is said later is kept all the same. */
const maxLexemes = 20_000
/** Characters of one text that are made searchable. */
const maxSearchable = 100_000

/** A vector with the words of a text added, for `conversation.search`. */
export const moreSearch = (vector: SQL, text: string): SQL =>
  sql`case when length(${vector}) > ${sql.raw(String(maxLexemes))} then ${vector} else ${vector} || to_tsvector('simple', ${searchable(text.slice(0, maxSearchable))}) end`

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
