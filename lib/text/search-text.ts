/**
 * Normalizes text for search: lower-case words without accents. Words are split by Unicode rules and not by the
 * database, so that results are the same in every database and locale. Stored text and queries use the same rules.
 */

/**
 * Letters without a Unicode decomposition, with their usual ASCII spelling, and the final form of the Greek sigma.
 */
const spelledLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}
const spelledPattern = new RegExp(`[${Object.keys(spelledLetters).join('')}]`, 'gu')

/**
 * Scripts in which a mark is an accent or a reading aid that may be omitted; in other scripts, a mark is a vowel and
 * changes the word.
 */
const accented =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{N}])\p{M}+/gu

/** Matches more than eight marks on one letter: they are not text, and sorting thousands of marks takes seconds. */
const tooManyMarks = /(\p{M}{8})\p{M}+/gu

/** Invisible characters within words: soft hyphens, the Arabic tatweel, joiners, direction marks. */
const invisible = /\u00AD|\u0640|\u200D|\u2060|\uFEFF|[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu

/** Scripts without spaces between words. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
const run = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu')
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u')

/** Matches a letter with up to three vowel or tone marks; no script uses more. */
const letter = /\P{M}\p{M}{0,3}/gu

/** Maximum length of a word, in UTF-16 units; longer words are truncated in texts and queries. */
const maxWord = 100

/** The words of a text; in scripts without spaces, whole sentences. */
function wordsOf(text: string): string[] {
  const folded = text
    .replaceAll(tooManyMarks, '$1')
    .normalize('NFKD')
    .replaceAll(invisible, '')
    .replaceAll(accented, '$1')
    .toLowerCase()
    .replaceAll(spelledPattern, (one) => spelledLetters[one] ?? one)
  return (folded.match(word) ?? []).flatMap((one) => one.match(run) ?? [])
}

const truncateWord = (text: string): string =>
  text.length > maxWord ? text.slice(0, maxWord).replace(/[\uD800-\uDBFF]$/, '') : text

const lettersOf = (text: string): string[] => text.match(letter) ?? []

/** All pairs of adjacent letters (bigrams). */
const pairsOf = (letters: readonly string[]): string[] =>
  letters.slice(1).map((one, index) => `${letters[index]}${one}`)

/** Maximum UTF-8 bytes of one UTF-16 unit. */
const unitBytes = 3

/**
 * Search terms of a text, unique and separated by spaces: "Überweisung, 20 €" gives "uberweisung 20". Text without
 * spaces between words is indexed by bigrams: "請求書" gives "請求 求書 書". Limited to `maxBytes` bytes of UTF-8, not
 * counting the spaces.
 */
export function searchable(text: string, maxBytes = Infinity): string {
  const found = new Set<string>()
  let remainingBytes = maxBytes
  const add = (one: string) => {
    if (found.has(one) || remainingBytes < one.length * unitBytes) return
    found.add(one)
    remainingBytes -= one.length * unitBytes
  }
  for (const one of wordsOf(text)) {
    if (!isUnspaced.test(one)) {
      add(truncateWord(one))
      continue
    }
    const letters = lettersOf(one)
    for (const pair of pairsOf(letters)) add(pair)
    // The last letter does not begin a pair, so it is also indexed alone.
    const last = letters.at(-1)
    if (last !== undefined) add(last)
  }
  return [...found].join(' ')
}

export interface SearchTerm {
  text: string
  /** True: prefix match; false: exact match. */
  isBeginning: boolean
}

/** Maximum number of words in a query; more are a sentence, not a search. */
const maxWords = 10
/** Maximum number of terms of all words; each term is an index lookup. */
const maxTerms = 30

/**
 * Terms of a query, all of which must match; empty if the query has no words. Words are matched as prefixes, because
 * the query may be incomplete while it is typed.
 */
export function searchTerms(question: string): SearchTerm[] {
  const terms = wordsOf(question)
    .slice(0, maxWords)
    .flatMap((one): SearchTerm[] => {
      const letters = isUnspaced.test(one) ? lettersOf(one) : []
      if (letters.length < 2) return [{ text: letters[0] ?? truncateWord(one), isBeginning: true }]
      return pairsOf(letters).map((text) => ({ text, isBeginning: false }))
    })
  return terms.slice(0, maxTerms)
}
