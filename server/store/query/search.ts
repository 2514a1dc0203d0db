/**
 * Full-text search with the same results on every database and locale: words are split and folded by Unicode rules
 * (lib/text/search-text.ts), and the database stores them unchanged. Postgres's parser and dictionaries depend on the
 * locale and are not used. All writers of `conversation.search` must use this file. Short lists have a simple search
 * without an index.
 */
import { and, or, sql, type SQL } from 'drizzle-orm'
import { searchable, searchTerms } from '#lib/text/search-text.ts'

/** Converts words separated by spaces, as from `searchable`, to a vector. */
export const vectorOf = (words: SQL): SQL => sql`array_to_tsvector(string_to_array(${words}, ' '))`

/**
 * Size at which a vector is full, since it is limited to 1 MB: later messages are stored but not searchable. Adding one
 * text at this size stays below the limit.
 */
const fullVector = 600_000
const maxAdded = 400_000
/** Maximum searchable characters of one text. */
const maxSearchable = 100_000

/** Adds the words of a text to a vector, for `conversation.search`. */
export function moreSearch(vector: SQL, text: string): SQL {
  const added = vectorOf(sql`${searchable(text.slice(0, maxSearchable), maxAdded)}::text`)
  // Concatenation decompresses it: otherwise the compressed size would be measured.
  return sql`case when pg_column_size(${vector} || ''::tsvector) > ${sql.raw(String(fullVector))} then ${vector} else ${vector} || ${added} end`
}

/**
 * Condition: the vector contains every term of the query, words as prefixes (`searchTerms`); matches nothing for a
 * query without words.
 */
export function matchesWords(vector: SQL, question: string): SQL {
  const terms = searchTerms(question)
  if (terms.length === 0) return sql`false`
  // Only letters, digits and marks are left, so quoting is safe.
  const query = terms.map(({ text, isBeginning }) => (isBeginning ? `'${text}':*` : `'${text}'`))
  return sql`${vector} @@ ${query.join(' & ')}::tsquery`
}

/** Maximum number of words of a simple search; further words are ignored. */
const maxWords = 10

/** An `ilike` pattern that matches the text literally. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * Simple search: every word must occur somewhere, in any case. `places`: alternative conditions in which a word may
 * match.
 */
export function searchWords(text: string | undefined, places: (pattern: string) => SQL[]): SQL | undefined {
  const words = (text ?? '')
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
  return and(...words.slice(0, maxWords).map((word) => or(...places(likePattern(word)))))
}

/** `column ilike pattern`. */
export const matches = (column: SQL, pattern: string): SQL => sql`${column} ilike ${pattern}`
