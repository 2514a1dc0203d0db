/**
 * Text as a search sees it: words in small letters without accents, cut in Unicode and not by the database, so that the same is
 * found on every database and in every locale. What a text is kept as and what is asked for come from the same rules.
 */

/** Letters that no normal form takes apart, as people write them who do not have them; both forms of the Greek sigma are one. */
const spelled: Readonly<Record<string, string>> = {
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
const toSpell = new RegExp(`[${Object.keys(spelled).join('')}]`, 'gu')

/** Within these a mark is an accent or a reading aid, which people leave out; elsewhere it is a vowel, and the word another one. */
const accented =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{N}])\p{M}+/gu

/** A letter has a few marks. More are drawings, and putting thousands of them into their order takes seconds. */
const tooManyMarks = /(\p{M}{8})\p{M}+/gu

/** What stands within words without being seen: soft hyphens, the Arabic stretch, joiners, marks of direction. */
const unseen = /\u00AD|\u0640|\u200D|\u2060|\uFEFF|[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu

/** Scripts that are written without blanks between words. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
const run = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu')
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u')

/** A letter with its vowels and tones; no script puts more than three to one, and whoever writes more means no word. */
const letter = /\P{M}\p{M}{0,3}/gu

/** Letters of a word that count, in UTF-16 units: who asks for more finds what begins with as many. */
const maxWord = 100

/** The words of a text; those of scripts without blanks are whole sentences. */
function wordsOf(text: string): string[] {
  const folded = text
    .replaceAll(tooManyMarks, '$1')
    .normalize('NFKD')
    .replaceAll(unseen, '')
    .replaceAll(accented, '$1')
    .toLowerCase()
    .replaceAll(toSpell, (one) => spelled[one] ?? one)
  return (folded.match(word) ?? []).flatMap((one) => one.match(run) ?? [])
}

const cut = (text: string): string =>
  text.length > maxWord ? text.slice(0, maxWord).replace(/[\uD800-\uDBFF]$/, '') : text

const lettersOf = (text: string): string[] => text.match(letter) ?? []

/** Every two letters that stand beside each other. */
const pairsOf = (letters: readonly string[]): string[] =>
  letters.slice(1).map((one, index) => `${letters[index]}${one}`)

/** UTF-8 bytes of a UTF-16 unit at the most. */
const unitBytes = 3

/**
 * What a text is found by, each once, with a blank between: "Überweisung, 20 €" is "uberweisung 20". Text without blanks between
 * its words is found by any part: "請求書" is "請求 求書 書". `maxBytes` of UTF-8 at the most, the first ones.
 */
export function searchable(text: string, maxBytes = Infinity): string {
  const found = new Set<string>()
  let left = maxBytes
  const add = (one: string) => {
    if (found.has(one) || left < one.length * unitBytes) return
    found.add(one)
    left -= one.length * unitBytes
  }
  for (const one of wordsOf(text)) {
    if (!isUnspaced.test(one)) {
      add(cut(one))
      continue
    }
    const letters = lettersOf(one)
    for (const pair of pairsOf(letters)) add(pair)
    // The last letter begins no pair, and is asked for alone as well.
    const last = letters.at(-1)
    if (last !== undefined) add(last)
  }
  return [...found].join(' ')
}

export interface SearchTerm {
  text: string
  /** True: anything that begins with it will do; false: it alone. */
  isBeginning: boolean
}

/** More words than this are a sentence, not a search. */
const maxWords = 10
/** Terms of all words together; each is a look into an index. */
const maxTerms = 30

/** What must all be found for a question; none where it has no word. A question is still being typed: words are beginnings. */
export function searchTerms(question: string): SearchTerm[] {
  const terms = wordsOf(question)
    .slice(0, maxWords)
    .flatMap((one): SearchTerm[] => {
      const letters = isUnspaced.test(one) ? lettersOf(one) : []
      if (letters.length < 2) return [{ text: letters[0] ?? cut(one), isBeginning: true }]
      return pairsOf(letters).map((text) => ({ text, isBeginning: false }))
    })
  return terms.slice(0, maxTerms)
}
