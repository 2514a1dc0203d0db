/**
 * Full text that is the same on every database and in every locale: words are cut and folded in Unicode (lib/text/search-text.ts), and
 * the database keeps them as they come. Its own parser and dictionaries are not asked: what they take for a word depends on the
 * locale. Whoever writes `conversation.search` uses what is here.
 */
import { sql, type SQL } from 'drizzle-orm'
import { searchable, searchTerms } from '#lib/text/search-text.ts'

/** Words with a blank between, as `searchable` gives them, as a vector. */
export const vectorOf = (words: SQL): SQL => sql`array_to_tsvector(string_to_array(${words}, ' '))`

/**
 * A vector has an end (1 MB of words): one that is as large as this grows no more, and what is said later is kept all the same.
 * Together with what one text adds at the most it stays below that end.
 */
const fullVector = 600_000
const maxAdded = 400_000
/** Characters of one text that are made searchable. */
const maxSearchable = 100_000

/** A vector with the words of a text added, for `conversation.search`. */
export function moreSearch(vector: SQL, text: string): SQL {
  const added = vectorOf(sql`${searchable(text.slice(0, maxSearchable), maxAdded)}::text`)
  // Joined with nothing it is unpacked: a column is measured as it lies on the disk, compressed.
  return sql`case when pg_column_size(${vector} || ''::tsvector) > ${sql.raw(String(fullVector))} then ${vector} else ${vector} || ${added} end`
}

/** Rows whose vector has, for every word, a word that begins with it; none where the question has no word. */
export function matchesWords(vector: SQL, question: string): SQL {
  const terms = searchTerms(question)
  if (terms.length === 0) return sql`false`
  // Nothing but letters, digits and marks is left, so the quotes hold whatever was asked.
  const query = terms.map(({ text, isBeginning }) => (isBeginning ? `'${text}':*` : `'${text}'`))
  return sql`${vector} @@ ${query.join(' & ')}::tsquery`
}
